// SPDX-License-Identifier: Apache-2.0
// Updates of every kind, used and blind.
#include <stdatomic.h>
atomic_int x;
unsigned y;
int main(void) {
    atomic_fetch_add(&x, 1);
    int r = atomic_fetch_sub(&x, 2);
    atomic_fetch_and(&x, 7);
    r += atomic_fetch_or_explicit(&x, 8, memory_order_release);
    atomic_fetch_xor_explicit(&x, 1, memory_order_relaxed);
    r += atomic_exchange(&x, 5);
    x++;
    r += x++;
    --x;
    x += 3;
    r += __atomic_nand_fetch(&y, 3, __ATOMIC_ACQUIRE);
    __atomic_fetch_max(&y, 9, __ATOMIC_SEQ_CST);
    __atomic_fetch_min((int *)&y, 2, __ATOMIC_SEQ_CST);
    return r + __sync_fetch_and_add(&y, 4);
}
// expect: add 4 1 seq_cst blind x
// expect: sub 4 2 seq_cst used x
// expect: and 4 7 seq_cst blind x
// expect: or 4 8 release used x
// expect: xor 4 1 relaxed blind x
// expect: exchange 4 5 seq_cst used x
// expect: add 4 1 seq_cst blind x
// expect: add 4 1 seq_cst used x
// expect: sub 4 1 seq_cst blind x
// expect: add 4 3 seq_cst blind x
// expect: nand 4 3 acquire used y
// expect: umax 4 9 seq_cst blind y
// expect: min 4 2 seq_cst blind y
// expect: add 4 4 seq_cst used y
// expect: returned 26
