// SPDX-License-Identifier: Apache-2.0
// flags: --purity=paper
// Loops in which --purity=paper sees less: docs/loops.md has the rules, from
// which what is expected here was derived by hand.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

atomic_int x, y, z;
_Atomic unsigned char byte;
_Atomic(int *) pointer;
struct counter {
    struct {
        atomic_int number;
    } inner;
    atomic_int outer;
};

// One variable and a value: as always.
// explain: waits: pure if x != 3
// explain: +0: await x == 3
void waits(void) {
    while (x != 3)
        ;
}

// Some bits are not the value: pure, but no await.
// explain: waits_for_bits: pure if (x & 1) != 0
// explain: +0: assume (x & 1) == 0
void waits_for_bits(void) {
    while (x & 1)
        ;
}

// explain: waits_for_a_byte: pure if byte == 7
// explain: +0: assume byte != 7
void waits_for_a_byte(void) {
    while (byte == 7)
        ;
}

// explain: waits_for_a_difference: pure if (x - other) != 1
// explain: +0: assume (x - other) == 1
void waits_for_a_difference(int other) {
    while (x - other != 1)
        ;
}

// Both terms are merged into one truth value, and the assumption is about that,
// which has no name.
// explain: waits_for_one_of_two: pure if ? != 0
// explain: +0: assume ? == 0
void waits_for_one_of_two(void) {
    while (!x && !y)
        ;
}

// Two terms, neither of which is known to hold where the last is: no await.
// explain: waits_for_two: pure if x != 1 and y != 1
// explain: +0: assume not (x != 1 and y != 1)
void waits_for_two(void) {
    for (;;) {
        int a = x, b = y;
        if (a == 1)
            return;
        if (b == 1)
            return;
    }
}

// The compiler's copy of what was read stays in memory, because it is written
// as a number and read as a pointer.
// explain: waits_for_a_pointer: left alone: stores to pointer
int *waits_for_a_pointer(void) {
    int *found;
    while (!(found = atomic_load(&pointer)))
        ;
    return found;
}

// `continue` goes to the header with `done` as it is, which is 0 there: the only
// term that is left compares y with what was read before.
// explain: tries: pure if done == 0 and x != y
// explain: +1: await not (done == 0 and x != y), if ever
void tries(void) {
    bool done = false;
    while (!done) {
        if (x != y)
            continue;
        int old = 0;
        done = atomic_compare_exchange_strong(&z, &old, 1);
    }
}

// Here it is merged before it gets there: not the very same value.
// explain: tries_at_the_end: left alone: changes done
void tries_at_the_end(void) {
    bool done = false;
    do {
        if (x != y)
            continue;
        int old = 0;
        done = atomic_compare_exchange_strong(&z, &old, 1);
    } while (!done);
}

// The assumption is about the merged value, at its place, not about z.
// explain: merges: pure if found == 0
// explain: +4: assume found != 0
void merges(void) {
    int found;
    do {
        if (x)
            found = 1;
        else
            found = z;
    } while (!found);
}

// Both addresses are one part of `c`: the same.
// explain: adds_one: pure if cas(c->outer) fails
// explain: +0: await cas(c->outer) succeeds, if ever
void adds_one(struct counter *c) {
    int old = c->outer;
    while (!atomic_compare_exchange_strong(&c->outer, &old, old + 1))
        ;
}

// Parts of parts are not compared.
// explain: adds_one_deeper: left alone: changes old
void adds_one_deeper(struct counter *c) {
    int old = c->inner.number;
    while (!atomic_compare_exchange_strong(&c->inner.number, &old, old + 1))
        ;
}
