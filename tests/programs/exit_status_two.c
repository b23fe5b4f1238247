// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at exit_status_two.c:16 after 1 executions
// check --algorithm=source => unsafe: exit-status at exit_status_two.c:16 after 1 executions
// check --algorithm=all => unsafe: exit-status at exit_status_two.c:16 after N executions
// Two threads exit, one of them with 1. Whichever is the first by the search's
// order, the other could have been: nothing orders them, and one order is run.
#include <pthread.h>
#include <stdlib.h>

static void *good(void *unused) {
    exit(0);
    return unused;
}

static void *bad(void *unused) {
    exit(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, good, NULL);
    pthread_create(&thread, NULL, bad, NULL);
    pthread_join(thread, NULL);
    return 0;
}
