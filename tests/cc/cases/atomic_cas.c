// SPDX-License-Identifier: Apache-2.0
// Compare and swap; success and failure orders.
#include <stdatomic.h>
#include <stdbool.h>
atomic_int x;
int *_Atomic p;
int y;
int main(void) {
    int expected = 0;
    bool a = atomic_compare_exchange_strong(&x, &expected, 5);
    bool b = atomic_compare_exchange_weak_explicit(
        &x, &expected, 6, memory_order_release, memory_order_relaxed);
    int *none = 0;
    bool c = atomic_compare_exchange_strong(&p, &none, 0);
    bool d = __sync_bool_compare_and_swap(&y, 0, 8);
    return a * 1 + b * 2 + c * 4 + d * 8 + expected * 16 + x * 256;
}
// expect: cas 4 0 5 seq_cst seq_cst x
// expect: cas 4 0 6 release relaxed x
// expect: cas 8 0 0 seq_cst seq_cst p
// expect: cas 4 0 8 seq_cst seq_cst y
// expect: load 4 seq_cst x
// expect: returned 1373
