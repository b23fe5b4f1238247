// SPDX-License-Identifier: Apache-2.0
// walk => 15 late
// 3 before the load; then what was seen is what the writer had written, or
// less: 1 + 2 + 3 before the store and as many after it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *reader(void *unused) {
    int seen = atomic_load(&x);
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
