// SPDX-License-Identifier: Apache-2.0
// A spin lock that exchanges until it was free.
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions

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
    while (atomic_exchange(&held, 1))
        sched_yield();
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
