// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// A chain of 20 threads, each created by the one before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *chain(void *depth) {
    if ((intptr_t)depth == 20) {
        x = 1;
        return NULL;
    }
    pthread_t next;
    pthread_create(&next, NULL, chain, (void *)((intptr_t)depth + 1));
    if ((intptr_t)depth == 19)
        assert(x == 0);
    pthread_join(next, NULL);
    return NULL;
}

int main(void) {
    chain(0);
    return 0;
}
