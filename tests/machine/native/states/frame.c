// SPDX-License-Identifier: Apache-2.0
// walk => 18 late
// As in heap.c: variables of a function that has returned hold nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

__attribute__((noinline)) static void look(int *at) {
    *at = atomic_load(&x);
    atomic_store(&y, 1);
}

__attribute__((noinline)) static void frame(void) {
    int kept[20];
    look(&kept[7]);
}

static void *reader(void *unused) {
    frame();
    atomic_store(&y, 2);
    atomic_store(&y, 3);
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
