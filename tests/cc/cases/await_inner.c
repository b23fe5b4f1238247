// SPDX-License-Identifier: Apache-2.0
// Whether an inner loop has gone round is remembered: then the iteration is
// kept, and nothing is waited for: every number is at least 0.
#include <stdatomic.h>
atomic_int x = 1, y = 1, z;
int main(void) {
    int rounds = 0;
    do {
        for (int i = 0; i < 2 && atomic_load(&x); i++)
            ;
        if (atomic_load(&z))
            rounds++;
        z = 1;
    } while (!rounds && atomic_load(&y));
    for (;;) {
        for (int i = 0; i < 2 && atomic_load(&x); i++)
            ;
        if (atomic_load(&y))
            break;
    }
}
// expect: loop 9
// expect: load 4 seq_cst x
// expect: loop 9
// expect: load 4 seq_cst x
// expect: loop 9
// expect: load 4 seq_cst z
// expect: store 4 1 seq_cst z
// expect: load 4 seq_cst y
// expect: loop 9
// expect: load 4 seq_cst x
// expect: loop 9
// expect: load 4 seq_cst x
// expect: loop 9
// expect: load 4 seq_cst z
// expect: store 4 1 seq_cst z
// expect: loop 16
// expect: load 4 seq_cst x
// expect: loop 16
// expect: load 4 seq_cst x
// expect: loop 16
// expect: await 4 u>= 0 seq_cst assumed y
// expect: returned 0
