// SPDX-License-Identifier: Apache-2.0
// check --stats --algorithm=optimal => safe: 1 executions
// check --stats --algorithm=pop => safe: 1 executions
// check --stats --algorithm=source => safe: 1 executions
// says steps executed                     44
// Each thread has a counter of its own. Accesses that are no steps of the search
// are counted like those that are.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 10 };
static atomic_int own[THREADS];

static void *work(void *mine) {
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store((atomic_int *)mine, i);
        (void)atomic_load((atomic_int *)mine);
    }
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, &own[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
