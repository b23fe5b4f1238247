// SPDX-License-Identifier: Apache-2.0
// Loops as they are.
// flags: --loops=off
#include <stdatomic.h>
atomic_int x = 3;
int main(void) {
    while (atomic_load(&x) != 3)
        ;
}
// expect: load 4 seq_cst x
// expect: returned 0
