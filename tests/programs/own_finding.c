// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal --verbose => unsafe: assertion at own_finding.c:26 after 1 executions
// check --algorithm=pop --verbose => unsafe: assertion at own_finding.c:26 after 1 executions
// says atomic_store(&own[me], i);
// never write own[me] (own+4) := 6
//
// Accesses that concern nobody else are told step by step, up to the one after
// which something is wrong, and not beyond.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int own[2], shared;

static void *work(void *argument) {
    intptr_t me = (intptr_t)argument;
    atomic_store(&shared, 1);
    for (int i = 0; i < 9; i++) {
        atomic_store(&own[me], i);
        if (i == 5 && me == 1) {
            atomic_load(&own[me]);
            int found = atomic_load(&own[me]);
            (void)found;
            assert(found != 5);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    pthread_exit(NULL);
}
