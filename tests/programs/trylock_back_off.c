// SPDX-License-Identifier: Apache-2.0
// check => safe: 7 executions
// check --algorithm=source => safe: 7 executions
// check --races=interleave => safe: 7 executions
// never ends while it holds
// Opposite orders, but the second lock is only tried: no deadlock. Each try is
// before, inside or after the other's section: 3 * 3, without the two in which
// each would come wholly before the other (or wholly after): 7.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0)
        pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *work(void *unused) {
    take(&b, &a);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    take(&a, &b);
    pthread_join(thread, NULL);
    return 0;
}
