// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// Files by descriptors, as POSIX says; what is on disk stays as it is.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void contents(void) {
    char text[16] = "";
    int fd = open("new-file", O_RDWR | O_CREAT | O_EXCL, 0640);
    assert(fd == 3);
    assert(open("new-file", O_RDWR | O_CREAT | O_EXCL, 0640) == -1 &&
           errno == EEXIST);
    assert(write(fd, "hello world", 11) == 11);
    assert(lseek(fd, 6, SEEK_SET) == 6 && read(fd, text, 16) == 5);
    assert(!strcmp(text, "world") && read(fd, text, 16) == 0);
    assert(pwrite(fd, "HE", 2, 0) == 2 && pread(fd, text, 5, 0) == 5);
    assert(!memcmp(text, "HEllo", 5) && lseek(fd, 0, SEEK_CUR) == 11);
    assert(lseek(fd, 4, SEEK_END) == 15 && write(fd, "!", 1) == 1);
    assert(pread(fd, text, 5, 11) == 5 && !memcmp(text, "\0\0\0\0!", 5));
    struct stat s;
    assert(fstat(fd, &s) == 0 && s.st_size == 16 && S_ISREG(s.st_mode));
    assert((s.st_mode & 0777) == 0640 && s.st_nlink == 1);
    assert(ftruncate(fd, 3) == 0 && truncate("new-file", 2) == 0);
    assert(stat("new-file", &s) == 0 && s.st_size == 2);
    assert(lseek(fd, -5, SEEK_SET) == -1 && errno == EINVAL);
    assert(fsync(fd) == 0 && fdatasync(fd) == 0 && !isatty(fd));
    assert(close(fd) == 0 && close(fd) == -1 && errno == EBADF);
}

static void vectors(void) {
    char a[3] = "", b[5] = "";
    struct iovec out[] = {{"abc", 3}, {"", 0}, {"defg", 4}};
    struct iovec in[] = {{a, 2}, {b, 4}};
    int fd = creat("vectors", 0600);
    assert(fd == 3 && writev(fd, out, 3) == 7 && read(fd, a, 1) == -1);
    assert(close(fd) == 0 && (fd = open("vectors", O_RDONLY)) == 3);
    assert(readv(fd, in, 2) == 6 && !strcmp(a, "ab") && !strcmp(b, "cdef"));
    assert(write(fd, "x", 1) == -1 && errno == EBADF && close(fd) == 0);
}

static void descriptors(void) {
    char text[4] = "";
    int fd = open("vectors", O_RDWR | O_APPEND);
    int second = dup(fd), third = fcntl(fd, F_DUPFD, 10);
    assert(fd == 3 && second == 4 && third == 10 && dup2(fd, 7) == 7);
    assert(dup3(fd, 8, O_CLOEXEC) == 8 && fcntl(8, F_GETFD) == FD_CLOEXEC);
    assert(fcntl(fd, F_GETFL) == (O_RDWR | O_APPEND));
    assert(read(fd, text, 2) == 2 && read(second, text, 2) == 2);
    assert(!strcmp(text, "cd") && lseek(7, 0, SEEK_CUR) == 4);
    assert(write(third, "hij", 3) == 3 && lseek(8, 0, SEEK_CUR) == 10);
    for (int i = 3; i <= 10; i++)
        close(i);
    assert(fcntl(3, F_GETFD) == -1 && errno == EBADF);
}

static void names(void) {
    struct stat s;
    assert(access("vectors", R_OK | W_OK) == 0 && access("no", F_OK) == -1);
    assert(rename("vectors", "renamed") == 0 && stat("vectors", &s) == -1);
    assert(link("renamed", "linked") == 0 && stat("renamed", &s) == 0);
    assert(s.st_nlink == 2 && s.st_size == 10 && unlink("renamed") == 0);
    int fd = open("linked", O_RDONLY);
    assert(unlink("linked") == 0 && fstat(fd, &s) == 0 && s.st_nlink == 0);
    assert(unlink("linked") == -1 && errno == ENOENT && close(fd) == 0);
    char name[] = "temporary-XXXXXX";
    assert((fd = mkstemp(name)) == 3 && !strstr(name, "XXX") && !close(fd));
    assert(stat(name, &s) == 0 && remove(name) == 0);
    assert(open("nowhere/at/all", O_CREAT | O_RDWR, 0600) == -1);
}

static void folders(void) {
    int seen = 0, others = 0;
    assert(mkdir("folder", 0700) == 0 && mkdir("folder", 0700) == -1);
    close(creat("folder/a", 0600));
    close(creat("folder/b", 0600));
    DIR *folder = opendir("folder");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        seen += !strcmp(e->d_name, "a") || !strcmp(e->d_name, "b");
        others += e->d_name[0] != '.' && strlen(e->d_name) > 1;
    }
    assert(seen == 2 && !others && closedir(folder) == 0);
    assert(rmdir("folder") == -1 && errno == ENOTEMPTY);
    assert(chdir("folder") == 0 && unlink("a") == 0 && unlink("b") == 0);
    char *here = getcwd(NULL, 0);
    assert(strcmp(strrchr(here, '/'), "/folder") == 0 && chdir("..") == 0);
    free(here);
    assert(rmdir("folder") == 0 && opendir("folder") == NULL);
    assert((folder = opendir("/")) && readdir(folder) && !closedir(folder));
}

static void devices(void) {
    char a[8] = "abcdefg", b[8];
    int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
    int random = open("/dev/urandom", O_RDONLY);
    assert(read(null, a, 8) == 0 && write(null, a, 8) == 8);
    assert(read(random, a, 8) == 8 && read(random, b, 8) == 8);
    assert(memcmp(a, b, 8) && read(zero, a, 8) == 8 && !a[0] && !a[7]);
    close(null), close(zero), close(random);
}

int main(void) {
    contents();
    vectors();
    descriptors();
    names();
    folders();
    devices();
}
