// SPDX-License-Identifier: Apache-2.0
// Loops that try again with what they have found. (What is expected was derived
// by hand, from the rules of cc/loops/retries.h, before the compiler was asked.)
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y, z;
struct node {
    struct node *next;
};
_Atomic(struct node *) top;

// The first look could have been later.
// explain: adds: pure if cas(x) fails
// explain: +0: await cas(x) succeeds, if ever
int adds(void) {
    int old = x;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    return old;
}

// Who has used what was found first would have used something else.
// explain: uses_the_first: left alone: an exchange that fails has found another value
int uses_the_first(void) {
    int old = x, first = old;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    return first;
}

// Later than the look at y is not where it was.
// explain: looks_elsewhere_between: left alone: an exchange that fails has found another value
int looks_elsewhere_between(void) {
    int old = x, other = y;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    return other;
}

// explain: starts_elsewhere: left alone: an exchange that fails has found another value
void starts_elsewhere(void) {
    int old = y;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
}

// explain: starts_with_a_constant: left alone: an exchange that fails has found another value
void starts_with_a_constant(void) {
    int old = 0;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
}

// explain: stores: left alone: stores to z
void stores(void) {
    int old = x;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        z = 1;
}

// An iteration with an effect may be before the one that has none: it has
// decided by what was found then.
// explain: stores_sometimes: left alone: an exchange that fails has found another value
void stores_sometimes(void) {
    int old = x;
    do
        if (old & 1)
            z = 1;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1));
}

// explain: gives_up: pure if old != 4 and cas(x) fails
// explain: +2: await not (old != 4 and cas(x) fails), if ever
void gives_up(void) {
    int old = x;
    for (;;) {
        if (old == 4)
            return;
        if (atomic_compare_exchange_weak(&x, &old, old + 1))
            return;
    }
}

// explain: looks_again: pure if cas(x) fails
// explain: +0: await cas(x) succeeds, if ever
void looks_again(void) {
    int old = x;
    for (;;) {
        int expected = old;
        if (atomic_compare_exchange_strong(&x, &expected, 1))
            return;
        old = x;
    }
}

// explain: goes_on_after_success: left alone: an exchange that fails has found another value
void goes_on_after_success(void) {
    int old = x;
    do
        atomic_compare_exchange_strong(&x, &old, old + 1);
    while (y);
}

// The dereference comes before the exchange, and is not hidden.
// explain: pops: pure if old != 0 and cas(top) fails
// explain: +2: await not (old != 0 and cas(top) fails), if ever
struct node *pops(void) {
    struct node *old = top;
    for (;;) {
        if (!old)
            return old;
        if (atomic_compare_exchange_strong(&top, &old, old->next))
            return old;
    }
}

// Who has counted an iteration cannot leave it out, nor the next one: the two
// would be one that has found something else.
// explain: counts_sometimes: left alone: an exchange that fails has found another value
int counts_sometimes(void) {
    int old = x, odd = 0;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        if (old & 1)
            odd++;
    return odd;
}

// The address is computed anew, from the same values.
struct counter {
    struct {
        atomic_int number;
    } inner[4];
};

// explain: adds_to_a_part: pure if cas(c->inner[i].number) fails
// explain: +0: await cas(c->inner[i].number) succeeds, if ever
void adds_to_a_part(struct counter *c, int i) {
    int old = c->inner[i].number;
    while (!atomic_compare_exchange_strong(&c->inner[i].number, &old, old + 1))
        ;
}

// It is another one, or another one each time.
// explain: adds_to_another: left alone: an exchange that fails has found another value
void adds_to_another(struct counter *c, int i, int k) {
    int old = c->inner[i].number;
    while (!atomic_compare_exchange_strong(&c->inner[k].number, &old, old + 1))
        ;
}

// explain: adds_to_the_next: left alone: changes i
void adds_to_the_next(struct counter *c, int i) {
    int old = c->inner[i].number;
    while (!atomic_compare_exchange_strong(&c->inner[i].number, &old, old + 1))
        i = (i + 1) % 4;
}
