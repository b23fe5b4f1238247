// SPDX-License-Identifier: Apache-2.0
// For jobs.sh: N threads come to one place in every order. What happens then, a
// macro says; it happens in few of the N! orders, late in the search.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

void outside(void); // in jobs_outside.c, which nobody instruments

static atomic_int place, own[N + 1];
static int before[N + 1]; // who was there before each

static void *thread(void *argument) {
    int self = *(int *)argument;
#ifdef MEET
    atomic_store(&own[self], 1);
    atomic_store(&own[self], 2);
#endif
    before[self] = atomic_exchange(&place, self);
#ifdef MEET // where another thread was alone so far
    if (self == N - 1 && before[self] == 0)
        atomic_store(&own[N], 3);
#endif
    return NULL;
}

// Has the last but one come first, and then so many others in the order of their
// numbers? That comes late.
static int in_order(int count) {
    for (int i = 1; i <= count; i++)
        if (before[i] != (i > 1 ? i - 1 : N - 1))
            return 0;
    return before[N - 1] == 0;
}

int main(void) {
    pthread_t threads[N + 1];
    int numbers[N + 1];
    for (int i = 1; i <= N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, thread, &numbers[i]);
    }
    for (int i = 1; i <= N; i++)
        pthread_join(threads[i], NULL);
#ifdef FAIL
    assert(!in_order(FAIL));
#endif
#ifdef FAIL_TOO
    assert(before[4] != 0 || before[1] != 4);
    assert(before[6] != 0 || before[1] != 6);
    assert(before[3] != 0 || before[2] != 3);
#endif
#ifdef LEAVE
    if (in_order(LEAVE))
        outside();
#endif
#ifdef HANG
    if (in_order(HANG))
        for (volatile int i = 0;;)
            i = i;
#endif
    return 0;
}
