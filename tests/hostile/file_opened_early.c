// SPDX-License-Identifier: Apache-2.0
// check -- fopen => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- open => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- constructor => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- lines => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- scan => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- seek => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- directory => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check --goto=replay -- fopen => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// A file is opened before there are threads, and read when they have run: each
// execution reads the same. (It reads itself: an ELF file.)
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;
static FILE *early;

static __attribute__((constructor)) void before(void) {
    early = fopen("/proc/self/exe", "r");
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

static int is(const char *which, const char *name) {
    return !strcmp(which, name);
}

static void reads(const char *which, FILE *file, int fd, DIR *folder) {
    char bytes[8] = "";
    if (is(which, "fopen"))
        assert(fgetc(file) == 0x7f && fgetc(file) == 'E');
    if (is(which, "constructor"))
        assert(fgetc(early) == 0x7f && fgetc(early) == 'E');
    if (is(which, "open"))
        assert(read(fd, bytes, 4) == 4 && !memcmp(bytes, "\177ELF", 4));
    if (is(which, "lines"))
        assert(fgets(bytes, 3, file) && bytes[1] == 'E');
    if (is(which, "scan"))
        assert(fscanf(file, "%3c", bytes) == 1 && bytes[2] == 'L');
    if (is(which, "seek"))
        assert(ftell(file) == 0 && !fseek(file, 1, SEEK_SET) &&
               fgetc(file) == 'E');
    if (is(which, "directory"))
        assert(telldir(folder) == 0 && readdir(folder));
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    FILE *file = fopen("/proc/self/exe", "r");
    int fd = open("/proc/self/exe", O_RDONLY);
    DIR *folder = opendir("/");
    assert(file && fd >= 0 && folder);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    reads(which, file, fd, folder);
    return 0;
}
