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

// It goes back if x is 0; yielding changes nothing.
// explain: yields: pure if x == 0
// explain: +0: await x != 0
void yields(void) {
    while (!x)
        sched_yield();
}

// The same by the name of C11.
// explain: yields_c11: pure if x == 0
// explain: +0: await x != 0
void yields_c11(void) {
    while (!x)
        thrd_yield();
}

// usleep() neither changes nor reads anything.
// explain: sleeps: pure if x == 0
// explain: +0: await x != 0
void sleeps(void) {
    while (!x)
        usleep(10);
}

// nanosleep() reads *t, which may fail: the assumption comes behind it.
// explain: sleeps_long: pure if x == 0
// explain: +1: assume x != 0
void sleeps_long(const struct timespec *t) {
    while (!x)
        nanosleep(t, NULL);
}

// It writes to *rest.
// explain: sleeps_and_asks: left alone: calls nanosleep()
void sleeps_and_asks(const struct timespec *t, struct timespec *rest) {
    while (!x)
        nanosleep(t, rest);
}

// Inlined, relax() is assembly without an instruction.
// explain: relaxes: pure if x == 0
// explain: +0: await x != 0
void relaxes(void) {
    while (!x)
        relax();
}

// The same in the loop itself.
// explain: barrier: pure if x == 0
// explain: +0: await x != 0
void barrier(void) {
    while (!x)
        __asm__ volatile("" ::: "memory");
}

// Inlined, is_set() is a load of x.
// explain: asks: pure if x == 0
// explain: +0: await x != 0
void asks(void) {
    while (!is_set())
        ;
}

// Inlined, sets() stores: no way back is without it.
// explain: asks_and_sets: left alone: stores to y
void asks_and_sets(void) {
    while (!is_set())
        sets();
}

// What is not seen may change anything.
// explain: unknown: left alone: calls somewhere_else()
void unknown(void) {
    while (!x)
        somewhere_else();
}

// Nobody knows what is called.
// explain: indirect: left alone: calls through a pointer
void indirect(void) {
    while (!x)
        by_pointer();
}

// Output is an effect.
// explain: prints: left alone: calls puts()
void prints(void) {
    while (!x)
        puts("waiting");
}

// abs() only computes, and n is wanted by nobody.
// explain: computes: pure if x == 0
// explain: +0: await x != 0
void computes(int i) {
    int n = 0;
    while (!x)
        n = abs(i);
}

// Of two calls with effects, the last is met first, going backwards.
// explain: allocates: left alone: calls free()
void allocates(void) {
    while (!x)
        free(malloc(1));
}
