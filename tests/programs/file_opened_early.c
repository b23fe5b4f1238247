// SPDX-License-Identifier: Apache-2.0
// check --trust=all -- stream => safe: 2 executions
// check --trust=all -- descriptor => safe: 2 executions
// check --trust=all -- closed => safe: 2 executions
// check --trust=all -- outside => safe: 2 executions
// A file is opened before there are threads, and read when they have run: every
// execution reads the same.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    FILE *file = fopen("/proc/self/exe", "r");
    int fd = open("/proc/self/exe", O_RDONLY);
    assert(file && fd >= 0);
    // By the library itself, of which nothing is known.
    int (*opens)(const char *, int, ...);
    ssize_t (*reads)(int, void *, size_t);
    *(void **)&opens = dlsym(RTLD_DEFAULT, "open");
    *(void **)&reads = dlsym(RTLD_DEFAULT, "read");
    int outside = strcmp(which, "outside") ? -1
                                           : opens("/proc/self/exe", O_RDONLY);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    char bytes[4] = "";
    if (outside >= 0)
        assert(reads(outside, bytes, 4) == 4 && bytes[1] == 'E');
    if (strcmp(which, "descriptor"))
        assert(fgetc(file) == 0x7f && fgetc(file) == 'E');
    else
        assert(read(fd, bytes, 4) == 4 && bytes[1] == 'E');
    if (!strcmp(which, "closed"))
        assert(fclose(file) == 0 && close(fd) == 0);
    return 0;
}
