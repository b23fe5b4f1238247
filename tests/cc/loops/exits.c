// SPDX-License-Identifier: Apache-2.0
// Several ways out, several ways back.
#include <stdatomic.h>

atomic_int x, y, stop;

// It goes back if neither was left by; the first term is known before stop is
// read.
// explain: two_exits: pure if x == 0 and stop == 0
// explain: +2: await not (x == 0 and stop == 0), if ever
int two_exits(void) {
    for (;;) {
        if (x)
            return 1;
        if (stop)
            return 0;
    }
}

// Back if x is 0, or else if y is 2; or else makes no difference to the second.
// explain: continues: pure if y == 2 or x == 0
// explain: +2: await y != 2
// explain: +0: await x != 0
int continues(void) {
    for (;;) {
        if (!x)
            continue;
        if (y == 2)
            continue;
        return y;
    }
}

// The only way back leads over the store.
// explain: exit_in_the_middle: left alone: stores to y
void exit_in_the_middle(void) {
    for (;;) {
        int a = x;
        if (a == 2)
            break;
        y = a;
    }
}

// Of the two ways back, the one with the store is no pure one.
// explain: store_before_going_back: pure if x != 2 and x != 3
// explain: +2: await not (x != 2 and x != 3), if ever
void store_before_going_back(void) {
    for (;;) {
        if (x == 2)
            break;
        if (x == 3) {
            y = 1;
            continue;
        }
    }
}

// Always pure, but nobody could end it.
// explain: never_leaves: left alone: waits for nothing that is atomic or volatile
void never_leaves(void) {
    for (;;)
        (void)atomic_load(&x);
}

// The same without a load.
// explain: does_nothing: left alone: waits for nothing that is atomic or volatile
void does_nothing(void) {
    for (;;)
        ;
}

// The edges of a computed goto have no conditions.
// explain: computed: left alone: jumps to where only the program knows
void computed(int n) {
    static void *const labels[] = {&&again, &&out};
again:
    goto *labels[x & 1];
out:;
}
