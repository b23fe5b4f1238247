// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --races=interleave => safe: 4 executions
// Double-checked locking, done right. Either makes the object; the other has
// looked before (and takes the lock) or after: 2 * 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic object;

static void *work(void *unused) {
    int *mine = atomic_load_explicit(&object, memory_order_acquire);
    if (!mine) {
        pthread_mutex_lock(&mutex);
        mine = atomic_load_explicit(&object, memory_order_relaxed);
        if (!mine) {
            mine = malloc(sizeof *mine);
            *mine = 5;
            atomic_store_explicit(&object, mine, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(*mine == 5);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&object));
    return 0;
}
