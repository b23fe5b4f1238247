// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --races=interleave => safe: 4 executions
// A thread that sees x == 1 lets a child read y, else it reads y itself. The
// read of x is before or after its write, that of y before or after its own,
// whoever makes it: 2 * 2, and none of them is a cycle.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *child(void *unused) {
    atomic_load(&y);
    return unused;
}

static void *reader(void *unused) {
    pthread_t thread;
    if (atomic_load(&x) == 1) {
        pthread_create(&thread, NULL, child, NULL);
        pthread_join(thread, NULL);
    } else {
        child(NULL);
    }
    return unused;
}

static void *writer(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return atomic_load(&x) - 1;
}
