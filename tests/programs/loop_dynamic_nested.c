// SPDX-License-Identifier: Apache-2.0
// Two loops that begin at one place of the source are two.
// check => safe: 36 executions
// check --dynamic-loops=on => safe: 36 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int count;

static void acquire(void) {
    for (;;) {
        while (atomic_load(&state) != 0)
            ;
        if (atomic_exchange(&state, 1) == 0)
            return;
    }
}

static void *work(void *unused) {
    acquire();
    count++;
    atomic_store(&state, 0);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(count == 3);
}
