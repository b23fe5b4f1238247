// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal --keep-going => unsafe: assertion at own_rare.c:N after N executions
// check --algorithm=pop --keep-going => unsafe: assertion at own_rare.c:N after N executions
//
// In most executions each thread has its own cell. Only when the first comes last
// does it look into another's, and what must not be found there was written in
// few of them.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 6 };

static atomic_int order, own[THREADS];

static void *work(void *argument) {
    intptr_t me = (intptr_t)argument;
    int before = atomic_fetch_add(&order, 1);
    atomic_store(&own[me], 1 + before);
    atomic_store(&own[me], 10 * (1 + before));
    if (me == 0 && before == THREADS - 1)
        assert(atomic_load(&own[THREADS - 1]) != 1);
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
