// SPDX-License-Identifier: Apache-2.0
// walk => 9 late
// What was read is looked at only at once: 3 * 3 places, x follows from them.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *reader(void *unused) {
    int seen = atomic_load(&x);
    int twice = seen * 2;
    if (twice < 0)
        return NULL;
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
