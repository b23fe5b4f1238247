// SPDX-License-Identifier: Apache-2.0
// Loops that only wait: each becomes one operation.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

atomic_int flag, other;
atomic_bool ready;
_Atomic signed char small;
_Atomic uint16_t wide;
_Atomic uint64_t large;
_Atomic(int *) pointer;
volatile int old_style;
atomic_flag lock = ATOMIC_FLAG_INIT;
struct node {
    _Atomic(struct node *) next;
    atomic_int locked, turns[4];
};

// Back if flag is 0.
// explain: until_set: pure if flag == 0
// explain: +0: await flag != 0
void until_set(void) {
    while (!atomic_load(&flag))
        ;
}

// Back if it is not 3.
// explain: until_value: pure if flag != 3
// explain: +0: await flag == 3
void until_value(void) {
    while (atomic_load_explicit(&flag, memory_order_acquire) != 3)
        ;
}

// Back if it is 7 or more.
// explain: until_less: pure if flag >= 7
// explain: +2: await flag < 7
void until_less(void) {
    do
        ;
    while (flag >= 7);
}

// A bool that is not set is 0.
// explain: until_true: pure if ready == 0
// explain: +0: await ready != 0
void until_true(void) {
    while (!ready)
        ;
}

// And not 0 if it is.
// explain: until_false: pure if ready != 0
// explain: +0: await ready == 0
void until_false(void) {
    while (ready)
        ;
}

// -3 fits into a signed char: the extension does not matter.
// explain: signed_char: pure if small < -3
// explain: +0: await small >= -3
void signed_char(void) {
    while (small < -3)
        ;
}

// 65000 fits into 16 bits, unsigned.
// explain: unsigned_short: pure if wide > 65000
// explain: +0: await wide <= 65000
void unsigned_short(void) {
    while (wide > 65000)
        ;
}

// All 64 bits, unsigned.
// explain: unsigned_long: pure if large < 18446744073709551615
// explain: +0: await large >= 18446744073709551615
void unsigned_long(void) {
    while (large < UINT64_MAX)
        ;
}

// NULL is 0; p is no phi, because it is set anew each time.
// explain: until_pointer: pure if pointer == 0
// explain: +0: await pointer != 0
int *until_pointer(void) {
    int *p;
    while (!(p = pointer))
        ;
    return p;
}

// volatile counts as atomic here.
// explain: is_volatile: pure if old_style != 1
// explain: +0: await old_style == 1
void is_volatile(void) {
    while (old_style != 1)
        ;
}

// An argument is known before.
// explain: by_argument: pure if flag != wanted
// explain: +0: await flag == wanted
void by_argument(int wanted) {
    while (flag != wanted)
        ;
}

// The place may fail, and is what is waited for: nothing comes between.
// explain: by_builtin: pure if *place != 0
// explain: +0: await *place == 0
void by_builtin(int *place) {
    while (__atomic_load_n(place, __ATOMIC_ACQUIRE))
        ;
}

// A part of what n points to: the same place each time.
// explain: in_struct: pure if n->locked != 0
// explain: +0: await n->locked == 0
void in_struct(struct node *n) {
    while (n->locked)
        ;
}

// i and n do not change.
// explain: in_array: pure if n->turns[i] != i
// explain: +0: await n->turns[i] == i
void in_array(struct node *n, int i) {
    while (n->turns[i] != i)
        ;
}

// The test says not 0, no effect says 1: both say 1.
// explain: exchange: pure if exchange(flag) == 1
// explain: +0: await exchange(flag) != 1
void exchange(void) {
    while (atomic_exchange(&flag, 1))
        ;
}

// Test and effect say the same: 2.
// explain: exchange_other: pure if exchange(flag) == 2
// explain: +0: await exchange(flag) != 2
void exchange_other(void) {
    while (atomic_exchange(&flag, 2) == 2)
        ;
}

// A flag is an exchange with 1 of one byte.
// explain: test_and_set: pure if exchange(lock) == 1
// explain: +0: await exchange(lock) != 1
void test_and_set(void) {
    while (atomic_flag_test_and_set(&lock))
        ;
}

// expected is 0 again for each try: the phi has one value.
// explain: compare_exchange: pure if cas(flag) fails
// explain: +0: await cas(flag) succeeds
void compare_exchange(void) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&flag, &expected, 1))
        expected = 0;
}

// There is no phi at all.
// explain: compare_exchange_inside: pure if cas(flag) fails
// explain: +0: await cas(flag) succeeds
void compare_exchange_inside(void) {
    for (;;) {
        int expected = 5;
        if (atomic_compare_exchange_weak(&flag, &expected, 6))
            break;
    }
}

// mine is known before.
// explain: ticket: pure if flag != update(other)
// explain: +0: await flag == update(other)
void ticket(void) {
    int mine = atomic_fetch_add(&other, 1);
    while (flag != mine)
        ;
}

// A loop is one however it is written.
// explain: by_goto: pure if flag == 0
// explain: +0: await flag != 0
void by_goto(void) {
again:
    if (!flag)
        goto again;
}

// The value is wanted after the loop only.
// explain: uses_what_it_found: pure if flag < 2
// explain: +0: await flag >= 2
int uses_what_it_found(void) {
    int value;
    do
        value = flag;
    while (value < 2);
    return value;
}

// What was read as a number is compared as a pointer, or the other way round.
// explain: by_function: pure if n->next == 0
// explain: +0: await n->next != 0
struct node *by_function(struct node *n) {
    struct node *next;
    while (!(next = atomic_load(&n->next)))
        ;
    return next;
}

// explain: until_it_is: pure if n->next != wanted
// explain: +0: await n->next == wanted
void until_it_is(struct node *n, struct node *wanted) {
    while (atomic_load_explicit(&n->next, memory_order_acquire) != wanted)
        ;
}

// explain: until_unmarked: pure if (n->next & 1) != 0
// explain: +0: await (n->next & 1) == 0
void until_unmarked(struct node *n) {
    while ((uintptr_t)atomic_load(&n->next) & 1)
        ;
}

// What is taken over is what was found last, which has to be what it was: 0.
// explain: until_found: pure if next == 0 and n->next == next
// explain: +1: await not (next == 0 and n->next == next)
struct node *until_found(struct node *n, struct node *next) {
    while (!next)
        next = atomic_load(&n->next);
    return next;
}
