// SPDX-License-Identifier: Apache-2.0
// walk => 21 late
// As in live.c, with a store in between by a function that knows nothing: what
// its caller knows is part of the state.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

__attribute__((noinline)) static void between(void) {
    atomic_store(&z, 1);
}

static void *reader(void *unused) {
    int seen = atomic_load(&x);
    between();
    atomic_store(&y, seen);
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
