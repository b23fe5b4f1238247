// SPDX-License-Identifier: Apache-2.0
// What an iteration hands on to the next.
#include <stdatomic.h>

atomic_int x, y;

// i is wanted by the test, and another one each time.
// explain: counts: left alone: changes i
void counts(void) {
    for (int i = 0; i < 10 && !x; i++)
        ;
}

// spins is wanted by nothing but itself.
// explain: counts_for_nobody: pure if x == 0
// explain: +0: await x != 0
void counts_for_nobody(void) {
    int spins = 0;
    while (!x)
        spins++;
}

// spins is returned.
// explain: counts_for_the_caller: left alone: changes spins
int counts_for_the_caller(void) {
    int spins = 0;
    while (!x)
        spins++;
    return spins;
}

// last becomes what was found: unchanged if that is equal. Two terms, no await.
// explain: remembers: pure if x == 0 and x == last
// explain: +0: assume not (x == 0 and x == last)
int remembers(void) {
    int last = 0, now;
    while ((now = x) == 0)
        last = now;
    return last;
}

// On the first way back last is handed on as it is; on the other it changes to
// what differs.
// explain: waits_for_a_change: pure if x == last
// explain: +0: await x != last
void waits_for_a_change(int last) {
    for (;;) {
        int now = x;
        if (now == last)
            continue;
        if (now == 7)
            break;
        last = now;
    }
}

// The first look could have been later (retries.h).
// explain: retries: pure if cas(x) fails
// explain: +0: await cas(x) succeeds, if ever
void retries(void) {
    int old = x;
    while (!atomic_compare_exchange_weak(&x, &old, old + 1))
        ;
}

// Each takes the value of the other: unchanged if they are equal.
// explain: swaps: pure if x == 0 and a == b and b == a
// explain: +0: await not (x == 0 and a == b and b == a)
void swaps(void) {
    int a = 0, b = 1;
    while (!x) {
        int c = a;
        a = b;
        b = c;
    }
    y = a;
}

// 1 is handed on whatever happened meanwhile; y is atomic everywhere.
// explain: restores: pure if x == 0
// explain: +0: await x != 0
void restores(void) {
    int a = 1;
    while (!x) {
        a = 2;
        if (y)
            a = 3;
        a = 1;
    }
    y = a;
}

// delay is wanted by the inner test, and doubled; i is counted.
// explain: back_off: left alone: changes delay
// explain: back_off: left alone: changes i
void back_off(void) {
    unsigned delay = 1;
    while (atomic_exchange(&x, 1)) {
        for (unsigned i = 0; i < delay; i++)
            ;
        delay *= 2;
    }
}

// wanted is known before the loop.
// explain: either: pure if x != wanted
// explain: +0: await x == wanted
void either(int c) {
    int wanted = c ? 1 : 2;
    while (x != wanted)
        ;
}

// d is returned, and floating-point numbers are not compared.
// explain: not_an_integer: left alone: changes d
double not_an_integer(void) {
    double d = 0;
    while (!x)
        d += 1;
    return d;
}
