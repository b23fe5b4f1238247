// SPDX-License-Identifier: Apache-2.0
// walk => 12 late
// What is passed to a function and dead there is no part of the state, although
// the caller has put it somewhere: 4 * 3 places.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

__attribute__((noinline)) static void between(int seen) {
    if (seen < 0)
        return;
    atomic_store(&z, 1);
}

static void *reader(void *unused) {
    between(atomic_load(&x));
    atomic_store(&y, 1);
    return unused;
}

static void *writer(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_exit(NULL);
}
