// SPDX-License-Identifier: Apache-2.0
// check => incomplete: a finding did not happen again (assertion at finding_once.c:25) after 0 executions
// large
// Every other process that comes here sees the bug, so that it is not seen
// again: it is not told as one.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char name[4096];
    (void)argc;
    snprintf(name, sizeof name, "%s.seen", argv[0]);
    // The library's own: what files are like is known otherwise.
    int (*make)(const char *, mode_t);
    int (*take)(const char *);
    *(void **)&make = dlsym(RTLD_DEFAULT, "mkdir");
    *(void **)&take = dlsym(RTLD_DEFAULT, "rmdir");
    int made = make(name, 0700) == 0;
    if (!made)
        take(name);
    assert(!made);
    return 0;
}
