// SPDX-License-Identifier: Apache-2.0
// The many ways in which people write a loop that waits. Another thread ends
// each of them: one execution, none blocked.
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --algorithm=pop => safe: 1 executions
// check --races=interleave => safe: 1 executions
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static atomic_int flags[24];
static atomic_bool ready;
static atomic_uint word;
static atomic_uchar byte;
static atomic_long ticket;
static volatile int plain;
static _Atomic(int *) pointer;
static int data;

static inline int get(void) {
    return flags[8];
}

static inline bool is_set(atomic_int *flag) {
    return atomic_load_explicit(flag, memory_order_acquire) != 0;
}

static bool has_value(atomic_int *flag, int value) {
    int found = *flag;
    if (found < 0)
        return false;
    return found == value;
}

static void wait_for(atomic_int *flag, int value) {
    while (atomic_load(flag) != value)
        sched_yield();
}

static bool is_odd(void) {
    return word & 1;
}

static inline void relax(void) {
    __asm__ volatile("" ::: "memory");
}

static void *set(void *unused) {
    data = 1;
    for (int i = 0; i < 24; i++)
        flags[i] = 1;
    ready = true;
    word = 0x181;
    byte = 9;
    ticket = 5;
    plain = 1;
    pointer = &data;
    return unused;
}

static void wait_by_statements(void) {
    while (!flags[0])
        ;
    while (flags[1] != 1)
        relax();
    do
        sched_yield();
    while (!flags[2]);
    for (;;) {
        if (flags[3])
            break;
        thrd_yield();
    }
again:
    if (!flags[4])
        goto again;
    int found;
    do
        found = flags[5];
    while (found == 0);
    int rounds = 0;
    while (!flags[6])
        rounds++;
    while (!flags[7] || !ready)
        ;
}

static void wait_by_functions(void) {
    while (!get())
        relax();
    while (!is_set(&flags[9]))
        ;
    while (!has_value(&flags[10], 1))
        relax();
    wait_for(&flags[11], 1);
    while (!is_odd())
        ;
}

static void wait_and_sleep(void) {
    while (!flags[12])
        usleep(10);
    struct timespec outside = {0, 1000};
    while (!flags[13])
        nanosleep(&outside, NULL);
    while (!flags[14]) {
        struct timespec inside = {0, 1000};
        nanosleep(&inside, NULL);
    }
}

static void wait_for_values(void) {
    while (!(word & 0x80))
        ;
    while (word >> 7 != 3)
        ;
    while (byte != 9)
        ;
    while (5 - ticket != 0)
        ;
    while (ticket < 5)
        ;
    while (!plain)
        ;
    int *found;
    while ((found = pointer) == NULL)
        ;
    assert(*found == 1);
}

static void wait_and_take(void) {
    int expected = 1;
    while (!atomic_compare_exchange_strong(&flags[15], &expected, 2))
        expected = 1;
    do
        expected = 1;
    while (!atomic_compare_exchange_weak(&flags[16], &expected, 2));
    while (atomic_exchange(&flags[17], 0) == 0)
        ;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    wait_by_statements();
    wait_by_functions();
    wait_and_sleep();
    wait_for_values();
    wait_and_take();
    pthread_join(thread, NULL);
    assert(data == 1);
    return 0;
}
