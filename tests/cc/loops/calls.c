// SPDX-License-Identifier: Apache-2.0
// Calls in the body.
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

atomic_int x, y;
void somewhere_else(void);
int (*by_pointer)(void);

static int is_set(void) {
    return atomic_load(&x);
}

static void sets(void) {
    atomic_store(&y, 1);
}

static void relax(void) {
    __asm__ volatile("" ::: "memory");
}

// explain: yields: pure if x == 0
// explain: +0: await x != 0
void yields(void) {
    while (!x)
        sched_yield();
}

// explain: yields_c11: pure if x == 0
// explain: +0: await x != 0
void yields_c11(void) {
    while (!x)
        thrd_yield();
}

// explain: sleeps: pure if x == 0
// explain: +0: await x != 0
void sleeps(void) {
    while (!x)
        usleep(10);
}

// explain: sleeps_long: pure if x == 0
// explain: +1: assume x != 0
void sleeps_long(const struct timespec *t) {
    while (!x)
        nanosleep(t, NULL);
}

// explain: sleeps_and_asks: left alone: calls nanosleep()
void sleeps_and_asks(const struct timespec *t, struct timespec *rest) {
    while (!x)
        nanosleep(t, rest);
}

// explain: relaxes: pure if x == 0
// explain: +0: await x != 0
void relaxes(void) {
    while (!x)
        relax();
}

// explain: barrier: pure if x == 0
// explain: +0: await x != 0
void barrier(void) {
    while (!x)
        __asm__ volatile("" ::: "memory");
}

// explain: asks: pure if x == 0
// explain: +0: await x != 0
void asks(void) {
    while (!is_set())
        ;
}

// explain: asks_and_sets: left alone: stores to y
void asks_and_sets(void) {
    while (!is_set())
        sets();
}

// explain: unknown: left alone: calls somewhere_else()
void unknown(void) {
    while (!x)
        somewhere_else();
}

// explain: indirect: left alone: calls through a pointer
void indirect(void) {
    while (!x)
        by_pointer();
}

// explain: prints: left alone: calls puts()
void prints(void) {
    while (!x)
        puts("waiting");
}

// explain: computes: pure if x == 0
// explain: +0: await x != 0
void computes(int i) {
    int n = 0;
    while (!x)
        n = abs(i);
}

// explain: allocates: left alone: calls free()
void allocates(void) {
    while (!x)
        free(malloc(1));
}
