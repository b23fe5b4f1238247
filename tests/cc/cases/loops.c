// SPDX-License-Identifier: Apache-2.0
// Loops without a visible operation are counted.
#include <stdatomic.h>
atomic_int x;
int y;
int main(void) {
    for (int i = 0; i < 2; i++)
        y = i;
    for (int i = 0; i < 2; i++)
        x = i;
    for (int i = 0; i < 2; i++)
        if (i == 1)
            x = i;
    int n = 0;
    do {
        n++;
    } while (x == 0);
    return n;
}
// expect: loop 7
// expect: write 4 0 y
// expect: loop 7
// expect: write 4 1 y
// expect: loop 7
// expect: store 4 0 seq_cst x
// expect: store 4 1 seq_cst x
// expect: loop 11
// expect: loop 11
// expect: store 4 1 seq_cst x
// expect: loop 11
// expect: load 4 seq_cst x
// expect: returned 1
