// SPDX-License-Identifier: Apache-2.0
// walk => 49 late
// What is live round a loop. With a <= b for what is read and w for what was
// written: 3 w + 6 a,w, and 10 a,b,w in 4 places.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *reader(void *unused) {
    int base = atomic_load(&x), sum = atomic_load(&x);
    for (int i = 0; i < 2; i++) {
        sum = 3 * sum + base;
        atomic_store(&z, 1);
    }
    atomic_store(&y, sum);
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
