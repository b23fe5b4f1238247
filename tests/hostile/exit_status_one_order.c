// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at FILE:N after N executions
// check --algorithm=source => unsafe: exit-status at FILE:N after N executions
// check --algorithm=all => unsafe: exit-status at FILE:N after N executions
// check --no-check=exit-status => safe: N executions
// In one of the orders a thread exits with 2.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *work(void *unused) {
    if (x == 1)
        exit(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
