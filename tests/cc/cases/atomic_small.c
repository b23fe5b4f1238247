// SPDX-License-Identifier: Apache-2.0
// One and two bytes; flags; pointers and floats as bits.
#include <stdatomic.h>
_Atomic char c = 5;
_Atomic short s;
_Atomic float f;
_Atomic(int *) p;
atomic_flag flag = ATOMIC_FLAG_INIT;
int i;
int main(void) {
    c -= 1;
    s = -1;
    f = 2.0f;
    p = &i;
    int r = atomic_flag_test_and_set(&flag);
    atomic_flag_clear_explicit(&flag, memory_order_release);
    p++;
    return c + (int)f + r + (p == &i + 1);
}
// expect: sub 1 1 seq_cst blind c
// expect: store 2 65535 seq_cst s
// expect: store 4 1073741824 seq_cst f
// expect: store 8 large seq_cst p
// expect: exchange 1 1 seq_cst used flag
// expect: store 1 0 release flag
// expect: load 8 seq_cst p
// expect: exchange-await 8 == large large seq_cst assumed p
// expect: load 1 seq_cst c
// expect: load 4 seq_cst f
// expect: load 8 seq_cst p
// expect: returned 7
