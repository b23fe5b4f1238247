// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at FILE:N after N executions
// check --algorithm=source => unsafe: exit-status at FILE:N after N executions
// check --algorithm=optimal => unsafe: exit-status at FILE:N after N executions
// check --algorithm=all => unsafe: exit-status at FILE:N after N executions
// Two threads exit, one with 0, one with 1: which is first decides.
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
    pthread_t a, b;
    pthread_create(&a, NULL, good, NULL);
    pthread_create(&b, NULL, bad, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
