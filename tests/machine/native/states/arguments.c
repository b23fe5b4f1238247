// SPDX-License-Identifier: Apache-2.0
// walk => unknown
// walk => 78 late
// Nor is what a va_list has not given out yet.
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static atomic_int x, y;

__attribute__((noinline)) static void sum(int count, ...) {
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        atomic_fetch_add(&y, va_arg(list, int));
    va_end(list);
}

static void *thread(void *unused) {
    int seen = atomic_fetch_add(&x, 1);
    sum(2, 1, seen);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_exit(NULL);
}
