// SPDX-License-Identifier: Apache-2.0
// Waits for both of two: two operations, one after the other.
// check => safe: 1 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *first(void *unused) {
    a = 1;
    return unused;
}

static void *second(void *unused) {
    b = 1;
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    while (!a || !b)
        ;
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
