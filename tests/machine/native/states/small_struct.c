// SPDX-License-Identifier: Apache-2.0
// walk => 15 late
// As in live.c: one member of a small structure is looked at, the other is not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

struct pair {
    long wanted, unwanted;
};

static void *reader(void *unused) {
    volatile struct pair first;
    struct pair pair;
    pair.unwanted = 1 + atomic_load(&x);
    first.wanted = pair.unwanted - 1;
    pair.wanted = first.wanted;
    pair.unwanted = 7;
    atomic_store(&y, (int)pair.wanted);
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
