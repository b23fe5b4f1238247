// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph => safe: 41 executions
// check --memory=tso => unsafe: assertion at weak_chase_lev.c:N after 33 executions
// check --memory=rc11 => unsafe: assertion at weak_chase_lev.c:N after 30 executions
// check --memory=tso -- fenced => safe: 41 executions
// check --memory=rc11 -- fenced => safe: 41 executions
// The deque of Chase and Lev, for weak memories as Lê, Pop, Cohen and Zappa
// Nardelli have it: the owner puts and takes at the bottom, a thief steals at
// the top. Without the seq_cst fences both may get the last task.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 2, EMPTY = -1 };
static atomic_int top, bottom, tasks[SIZE];
static atomic_int taken[SIZE];
static int fenced;

static void fence(void) {
    if (fenced)
        atomic_thread_fence(memory_order_seq_cst);
}

static void put(int task) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&tasks[b % SIZE], task, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    fence();
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int task = EMPTY;
    if (t <= b) {
        task = atomic_load_explicit(&tasks[b % SIZE], memory_order_relaxed);
        if (t < b)
            return task;
        if (!atomic_compare_exchange_strong_explicit(
                &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            task = EMPTY;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return task;
}

static int steal(void) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    fence();
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return EMPTY;
    int task = atomic_load_explicit(&tasks[t % SIZE], memory_order_relaxed);
    return atomic_compare_exchange_strong_explicit(
               &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)
               ? task
               : EMPTY;
}

static void does(int task) {
    if (task != EMPTY)
        assert(atomic_exchange_explicit(&taken[task], 1,
                                        memory_order_relaxed) == 0);
}

static void *thief(void *unused) {
    does(steal());
    does(steal());
    return unused;
}

int main(int argc, char **argv) {
    pthread_t t;
    (void)argv;
    fenced = argc > 1;
    put(0);
    put(1);
    pthread_create(&t, NULL, thief, NULL);
    does(take());
    does(take());
    pthread_join(t, NULL);
    return 0;
}
