// SPDX-License-Identifier: Apache-2.0
// What no instruction does is a loop of compare-and-swap.
#include <stdatomic.h>
atomic_int x = 3;
int main(void) {
    x *= 5;
    return x;
}
// expect: load 4 seq_cst x
// expect: exchange-await 4 == 3 15 seq_cst assumed x
// expect: load 4 seq_cst x
// expect: returned 15
