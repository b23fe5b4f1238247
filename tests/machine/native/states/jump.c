// SPDX-License-Identifier: Apache-2.0
// walk => unknown
// walk => 24 late
// What setjmp may come back to is not known to the compiler: never the same.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread(void *unused) {
    jmp_buf buffer;
    volatile int before = atomic_load(&x);
    if (setjmp(buffer))
        return (void *)(long)before;
    atomic_fetch_add(&x, 1);
    longjmp(buffer, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_exit(NULL);
}
