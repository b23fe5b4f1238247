// SPDX-License-Identifier: Apache-2.0
// check => unsafe: use-after-free at FILE:N after N executions || unsafe: data-race at FILE:N after N executions
// check --algorithm=source => unsafe: use-after-free at FILE:N after N executions || unsafe: data-race at FILE:N after N executions
// Blocks that threads of threads allocate: the trace's names for them must hold
// in a new process.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *leaf(void *unused) {
    int *block = malloc(sizeof *block);
    *block = 1;
    free(atomic_exchange(&shared, block));
    return unused;
}

static void *branch(void *unused) {
    pthread_t a, b;
    pthread_create(&a, NULL, leaf, NULL);
    pthread_create(&b, NULL, leaf, NULL);
    int *block = atomic_load(&shared);
    if (block)
        (void)*(volatile int *)block;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, branch, NULL);
    pthread_join(thread, NULL);
    free(atomic_load(&shared));
    return 0;
}
