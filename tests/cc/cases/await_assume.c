// SPDX-License-Identifier: Apache-2.0
// Assumptions alone; one of two terms.
// flags: --loops=assume
#include <stdatomic.h>
atomic_int x = 3, y = 4;
int main(void) {
    while (atomic_load(&x) != 3)
        ;
    while (x == 3 && y == 3)
        ;
}
// expect: load 4 seq_cst x
// expect: assume 1 not (x != 3)
// expect: load 4 seq_cst x
// expect: load 4 seq_cst y
// expect: assume 1 not (x == 3 and y == 3)
// expect: returned 0
