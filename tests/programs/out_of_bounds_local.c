// SPDX-License-Identifier: Apache-2.0
// Behind a local array lies nothing, or another variable, or what functions that
// have returned have left there: out of bounds in each case.
// check -- 4 => unsafe: out-of-bounds at out_of_bounds_local.c:31 after 1 executions
// check -- 40 => unsafe: out-of-bounds at out_of_bounds_local.c:31 after 1 executions
// check -- 1000 => unsafe: out-of-bounds at out_of_bounds_local.c:31 after 1 executions
// check -- -1 => unsafe: out-of-bounds at out_of_bounds_local.c:31 after 1 executions
// check --races=interleave -- 4 => unsafe: out-of-bounds at out_of_bounds_local.c:31 after 1 executions
// check -- copy => unsafe: out-of-bounds at out_of_bounds_local.c:29 after 1 executions
// check -- 3 => safe: 1 executions
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *how;
static char zeros[64];

static int deep(int n) {
    int below[100];
    memset(below, n, sizeof below);
    return below[n % 100];
}

static void *work(void *unused) {
    int i = atoi(how);
    deep(3);
    int first[4] = {0}, array[4] = {0};
    if (!strcmp(how, "copy"))
        memcpy(array, zeros, strlen(how) + 20);
    first[i & 1] = 1;
    array[i] = 1;
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    how = argc > 1 ? argv[1] : "";
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
