// SPDX-License-Identifier: Apache-2.0
// What does not fit is forgotten: iterations are executed then, none is lost.
// (Derived by hand: at most 5 comparisons in an alternative, 10 alternatives.)
#include <stdatomic.h>

atomic_int a, b, c, d, e, f;

// explain: five: pure if a != 0 and b != 0 and c != 0 and d != 0 and e != 0
// explain: +0: await not (a != 0 and b != 0 and c != 0 and d != 0 and e != 0), if ever
void five(void) {
    while (a && b && c && d && e)
        ;
}

// explain: six: left alone: its condition is too long
void six(void) {
    while (a && b && c && d && e && f)
        ;
}

// The eleventh is not there.
// explain: eleven: pure if a == 1 or a == 3 or a == 5 or a == 7 or a == 9 or a == 11 or a == 13 or a == 15 or a == 17 or a == 19
// explain: +0: await a != 1
// explain: +0: assume a != 3
// explain: +0: assume a != 5
// explain: +0: assume a != 7
// explain: +0: assume a != 9
// explain: +0: assume a != 11
// explain: +0: assume a != 13
// explain: +0: assume a != 15
// explain: +0: assume a != 17
// explain: +0: assume a != 19
void eleven(void) {
    for (;;)
        switch (a) {
        case 1:
        case 3:
        case 5:
        case 7:
        case 9:
        case 11:
        case 13:
        case 15:
        case 17:
        case 19:
        case 21:
            continue;
        default:
            return;
        }
}
