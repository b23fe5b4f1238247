// SPDX-License-Identifier: Apache-2.0
// check -- contents => safe: 1 executions
// check -- race => unsafe: data-race at mapped_files.c:25 after 1 executions
// check -- atomic => safe: 2 executions
// Files that are mapped: shared mappings are the file's own bytes.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *which;
static char *shared;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *unused) {
    if (is("atomic"))
        atomic_fetch_add((_Atomic char *)shared, 1);
    if (is("race"))
        shared[0] = 'r';
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    char text[8] = "";
    which = words[count - 1];
    int fd = open("mapped", O_CREAT | O_RDWR, 0600);
    assert(write(fd, "hello", 5) == 5 && ftruncate(fd, 8192) == 0);
    shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *own = mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    assert(shared != MAP_FAILED && own != MAP_FAILED);
    assert(!memcmp(shared, "hello", 6) && !memcmp(own, "hello", 6));
    own[0] = 'H';
    shared[1] = 'E';
    shared[8191] = '!';
    assert(pread(fd, text, 5, 0) == 5 && !strcmp(text, "hEllo"));
    assert(pwrite(fd, "L", 1, 2) == 1 && shared[2] == 'L' && own[2] == 'l');
    assert(msync(shared, 8192, MS_SYNC) == 0 && munmap(own, 5) == 0);
    shared[0] = 0;
    pthread_create(&thread, NULL, work, NULL);
    if (is("atomic"))
        assert(atomic_fetch_add((_Atomic char *)shared, 2) < 2);
    if (is("race"))
        shared[0] = 's';
    pthread_join(thread, NULL);
    if (is("atomic"))
        assert(pread(fd, text, 1, 0) == 1 && text[0] == 3);
    assert(munmap(shared, 8192) == 0);
}
