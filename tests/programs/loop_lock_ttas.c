// SPDX-License-Identifier: Apache-2.0
// Looks before it exchanges: who gets the lock second may have looked before
// the first got it, or after that one left: 2 orders of 2 kinds each.
// check => safe: 4 executions

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int held;
static int data;

static void release(void) {
    atomic_store(&held, 0);
}

static void take(void) {
    for (;;) {
        while (atomic_load(&held))
            ;
        if (!atomic_exchange(&held, 1))
            return;
    }
}

static void *enter(void *unused) {
    take();
    data++;
    release();
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(data == N);
}
