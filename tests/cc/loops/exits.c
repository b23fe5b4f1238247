// SPDX-License-Identifier: Apache-2.0
// Several ways out, several ways back.
#include <stdatomic.h>

atomic_int x, y, stop;

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

// explain: exit_in_the_middle: left alone: stores to y
void exit_in_the_middle(void) {
    for (;;) {
        int a = x;
        if (a == 2)
            break;
        y = a;
    }
}

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

// explain: never_leaves: left alone: waits for nothing that is atomic or volatile
void never_leaves(void) {
    for (;;)
        (void)atomic_load(&x);
}

// explain: does_nothing: left alone: waits for nothing that is atomic or volatile
void does_nothing(void) {
    for (;;)
        ;
}

// explain: computed: left alone: jumps to where only the program knows
void computed(int n) {
    static void *const labels[] = {&&again, &&out};
again:
    goto *labels[x & 1];
out:;
}
