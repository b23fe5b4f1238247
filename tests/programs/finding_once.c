// SPDX-License-Identifier: Apache-2.0
// check => incomplete: a finding did not happen again (assertion at finding_once.c:15) after 0 executions
// large
// Every other process that comes here sees the bug, so that it is not seen
// again: it is not told as one.
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *name = "/tmp/mazurka-finding-once";
    int made = mkdir(name, 0700) == 0;
    if (!made)
        rmdir(name);
    assert(!made);
    return 0;
}
