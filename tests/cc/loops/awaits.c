// SPDX-License-Identifier: Apache-2.0
// What can be an operation that waits. (What is expected was derived by hand
// before the compiler was asked.)
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

atomic_int x, y, z;
atomic_uint word;
_Atomic unsigned char byte;

// explain: upper_bits: pure if (word >> 7) != 3
// explain: +0: await (word >> 7) == 3
void upper_bits(void) {
    while (word >> 7 != 3)
        ;
}

// A number of which the upper bits cannot be.
// explain: too_large_for_upper_bits: pure if (word >> 30) != 9
// explain: +0: assume (word >> 30) == 9
void too_large_for_upper_bits(void) {
    while (word >> 30 != 9)
        ;
}

// explain: some_bits: pure if (word & 384) == 128
// explain: +0: await (word & 384) != 128
void some_bits(void) {
    while ((word & 0x180) == 0x80)
        ;
}

// explain: bits_of_a_byte: pure if (byte & 4) == 0
// explain: +0: await (byte & 4) != 0
void bits_of_a_byte(void) {
    while (!(byte & 4))
        ;
}

// explain: bits_of_an_argument: pure if (word & mask) == 0
// explain: +0: assume (word & mask) != 0
void bits_of_an_argument(unsigned mask) {
    while (!(word & mask))
        ;
}

// explain: distance: pure if (n - x) != 0
// explain: +0: await (n - x) == 0
void distance(int n) {
    while (n - x != 0)
        ;
}

// explain: sum: pure if (x + n) == 5
// explain: +0: await (x + n) != 5
void sum(int n) {
    while (x + n == 5)
        ;
}

// explain: difference_of_bits: pure if (x ^ n) == 1
// explain: +0: await (x ^ n) != 1
void difference_of_bits(int n) {
    while ((x ^ n) == 1)
        ;
}

// An overflow could turn the comparison round.
// explain: sum_is_less: pure if (x + n) < 5
// explain: +0: assume (x + n) >= 5
void sum_is_less(int n) {
    while (x + n < 5)
        ;
}

// Waits for either of two: who waits for the second has seen the first as it
// was, and may wait in vain.
// explain: one_of_three: pure if x == 0 and y == 0 and z == 0
// explain: +0: await not (x == 0 and y == 0 and z == 0), if ever
void one_of_three(void) {
    while (x == 0 && y == 0 && z == 0)
        ;
}

static bool has(atomic_int *place, int value) {
    int found = *place;
    if (found < 0)
        return false;
    return found == value;
}

// Two assumptions about one access: only the first can be part of it.
// explain: asks_with_branches: pure if *place < 0 or *place != value
// explain: +0: await *place >= 0
// explain: +0: assume *place == value
void asks_with_branches(int value) {
    while (!has(&x, value))
        ;
}

// explain: sleeps_inside: pure if x == 0
// explain: +0: await x != 0
void sleeps_inside(void) {
    while (!x) {
        struct timespec t = {0, 1000};
        nanosleep(&t, NULL);
    }
}

// It writes how long it has still to sleep, and somebody reads that.
// explain: sleeps_and_looks: left alone: calls nanosleep()
long sleeps_and_looks(void) {
    struct timespec t = {0, 1000};
    while (!x)
        nanosleep(&t, &t);
    return t.tv_nsec;
}

// Below 0 is also not 1.
// explain: weaker: pure if x != 1
// explain: +0: await x == 1
void weaker(void) {
    for (;;) {
        int now = x;
        if (now < 0)
            continue;
        if (now == 1)
            return;
    }
}
