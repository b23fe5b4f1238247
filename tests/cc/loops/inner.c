// SPDX-License-Identifier: Apache-2.0
// Loops inside of loops.
#include <stdatomic.h>

atomic_int x, y, z;
struct lock {
    atomic_int held;
};

// An exchange that finds 1 changes nothing; the inner loop never goes round,
// as it waits.
// explain: test_and_test_and_set: pure if exchange(l->held) == 1
// explain: +2: await exchange(l->held) != 1
// explain: test_and_test_and_set: pure if l->held != 0
// explain: +0: await l->held == 0
void test_and_test_and_set(struct lock *l) {
    for (;;) {
        while (l->held)
            ;
        if (!atomic_exchange(&l->held, 1))
            return;
    }
}

// The same with the test at the end.
// explain: test_and_test_and_set_until: pure if exchange(x) == 1
// explain: +2: await exchange(x) != 1
// explain: test_and_test_and_set_until: pure if x != 0
// explain: +0: await x == 0
void test_and_test_and_set_until(void) {
    do {
        while (x)
            ;
    } while (atomic_exchange(&x, 1));
}

// Back if the second look differs from the first; that one is waited for to be
// even.
// explain: sequence_lock: pure if x != x
// explain: +3: await x == x, if ever
// explain: sequence_lock: pure if (x & 1) != 0
// explain: +0: await (x & 1) == 0
int sequence_lock(void) {
    int before, value;
    do {
        while ((before = x) & 1)
            ;
        value = y;
    } while (x != before);
    return value;
}

// Without an inner round, the inner loop is left by x being 0 only: i is 0,
// which is less than 3.
// explain: bounded_inner: pure if x == 0 and exchange(x) == 1
// explain: +2: await not (x == 0 and exchange(x) == 1), if ever, unless an inner loop has gone round
// explain: bounded_inner: left alone: changes i
void bounded_inner(void) {
    for (;;) {
        for (int i = 0; i < 3 && x; i++)
            ;
        if (!atomic_exchange(&x, 1))
            return;
    }
}

// The way back of the second loop does not come by its inner one.
// explain: before_the_inner: pure if x == 0
// explain: +0: await x != 0
// explain: before_the_inner: pure if y == 0
// explain: +0: await y != 0
// explain: before_the_inner: left alone: changes i
void before_the_inner(void) {
    while (!x) {
    }
    while (1) {
        if (!y)
            continue;
        for (int i = 0; i < 2; i++)
            z = i;
        break;
    }
}

// The inner loop compares with what does not change in it.
// explain: only_inner: left alone: changes i
// explain: only_inner: pure if x != i
// explain: +0: await x == i
void only_inner(void) {
    for (int i = 0; i < 3; i++)
        while (x != i)
            ;
}

// Entered with i = 0, the inner loop always goes round.
// explain: inner_stores: left alone: goes round an inner loop
// explain: inner_stores: left alone: changes i
void inner_stores(void) {
    while (x)
        for (int i = 0; i < 2; i++)
            y = i;
}

// Both inner loops wait, so only z decides.
// explain: two_in_one: pure if z != 0
// explain: +4: await z == 0
// explain: two_in_one: pure if x != 0
// explain: +0: await x == 0
// explain: two_in_one: pure if y != 0
// explain: +0: await y == 0
void two_in_one(void) {
    do {
        while (x)
            ;
        while (y)
            ;
    } while (z);
}
