// SPDX-License-Identifier: Apache-2.0
// check => incomplete: a finding did not happen again (assertion at finding_once.c:18) after 0 executions
// large
// Every other process that comes here sees the bug, so that it is not seen
// again: it is not told as one.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char name[4096];
    (void)argc;
    snprintf(name, sizeof name, "%s.seen", argv[0]);
    int made = mkdir(name, 0700) == 0;
    if (!made)
        rmdir(name);
    assert(!made);
    return 0;
}
