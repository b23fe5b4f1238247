// SPDX-License-Identifier: Apache-2.0
// Loops of which some iterations are pure.
#include <stdatomic.h>

atomic_int x, y, z, w;

// Figure 6 of "Awaiting for Godot".
// explain: figure_6: pure if x > 4
// explain: +0: await x <= 4
void figure_6(void) {
    int a, b;
    do {
        a = x;
        b = y;
        if (a == 4)
            z = 42;
    } while (a >= 4);
}

// Back if both hold; y is read only if x is 0, so one term is left where y is
// known.
// explain: conjunction: pure if x == 0 and y == 0
// explain: +0: await not (x == 0 and y == 0), if ever
void conjunction(void) {
    while (x == 0 && y == 0)
        ;
}

// Back if x is 0, or if not and y is: either is enough.
// explain: disjunction: pure if x == 0 or y == 0
// explain: +0: await x != 0
// explain: +0: await y != 0
void disjunction(void) {
    while (x == 0 || y == 0)
        ;
}

// Back without the store: y is not 7.
// explain: store_on_one_way: pure if x != 1 and y != 7
// explain: +1: await not (x != 1 and y != 7), if ever
void store_on_one_way(void) {
    while (x != 1) {
        if (y == 7)
            z = 1;
    }
}

// Back if x is not 0, or if the exchange fails, which changes nothing then.
// explain: lock_by_trying: pure if cas(x) fails or x != 0
// explain: +1: await cas(x) succeeds, if ever
// explain: +0: await x == 0
void lock_by_trying(void) {
    for (;;) {
        int found = x;
        if (found == 0 && atomic_compare_exchange_strong(&x, &found, 1))
            return;
    }
}

// Adding changes nothing if by is 0; an addition cannot wait.
// explain: add_nothing: pure if update(x) != 3 and by == 0
// explain: +0: assume not (update(x) != 3 and by == 0)
void add_nothing(int by) {
    while (atomic_fetch_add(&x, by) != 3)
        ;
}

// Or with 0 never changes anything; an update cannot wait.
// explain: or_of_one: pure if (update(x) & 1) != 0
// explain: +0: assume (update(x) & 1) == 0
void or_of_one(void) {
    while (atomic_fetch_or(&x, 0) & 1)
        ;
}

// And with all ones never changes anything.
// explain: and_of_all: pure if update(x) == 2
// explain: +0: assume update(x) != 2
void and_of_all(void) {
    while (atomic_fetch_and(&x, -1) == 2)
        ;
}

// 1 is not 0.
// explain: add_one: left alone: updates x
void add_one(void) {
    while (atomic_fetch_add(&x, 1) != 3)
        ;
}

// Back by 3 and by default: all but 1 and 2. Two terms on one access are no
// await.
// explain: by_switch: pure if x != 1 and x != 2
// explain: +0: assume not (x != 1 and x != 2)
void by_switch(void) {
    for (;;)
        switch (x) {
        case 1:
            return;
        case 2:
            y = 1;
            break;
        case 3:
            break;
        default:;
        }
}

// Some bits of what was read can be waited for.
// explain: masked: pure if (x & 1) != 0
// explain: +0: await (x & 1) == 0
void masked(void) {
    while (x & 1)
        ;
}

// y is read last, and compared with what x was.
// explain: two_values: pure if x != y
// explain: +0: await x == y, if ever
void two_values(void) {
    while (x != y)
        ;
}

// Back if z is 0 and x was 0, or y was; one access waits for one thing only.
// explain: value_from_elsewhere: pure if x != 0 and y == 0 and z == 0 or x == 0 and z == 0
// explain: +4: await not (x != 0 and y == 0 and z == 0), if ever
// explain: +4: assume not (x == 0 and z == 0)
void value_from_elsewhere(void) {
    for (;;) {
        if (x) {
            if (y)
                break;
        }
        if (z)
            break;
    }
}

// A fence orders, and changes nothing.
// explain: fences: pure if x == 0
// explain: +0: await x != 0
void fences(void) {
    while (!atomic_load_explicit(&x, memory_order_relaxed))
        atomic_thread_fence(memory_order_acquire);
}

// An exchange that finds what it puts in; then y is known last.
// explain: exchange_then_load: pure if exchange(x) == 1 and y == 0
// explain: +0: await not (exchange(x) == 1 and y == 0), if ever
void exchange_then_load(void) {
    while (atomic_exchange(&x, 1) == 1 && y == 0)
        ;
}
