// SPDX-License-Identifier: Apache-2.0
// Loops that wait are one operation each, with order, size and comparison.
#include <stdatomic.h>
#include <stdbool.h>
atomic_int x = 3;
_Atomic signed char small = -2;
_Atomic unsigned short wide = 7;
_Atomic unsigned long large = 9;
atomic_bool ready = true;
atomic_flag lock = ATOMIC_FLAG_INIT;
volatile int old_style = 1;
int *_Atomic pointer = (int *)&old_style;
int main(void) {
    while (atomic_load_explicit(&x, memory_order_acquire) != 3)
        ;
    while (small >= 0)
        ;
    while (wide > 10)
        ;
    while (large < 8)
        ;
    while (!ready)
        ;
    while (!old_style)
        ;
    while (!pointer)
        ;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    int expected = 3;
    while (!atomic_compare_exchange_weak(&x, &expected, 4))
        expected = 3;
    while (x == 3 && wide == 3)
        ;
}
// expect: await 4 == 3 acquire x
// expect: await 1 < 0 seq_cst small
// expect: await 2 u<= 10 seq_cst wide
// expect: await 8 u>= 8 seq_cst large
// expect: await 1 != 0 seq_cst ready
// expect: await 4 != 0 relaxed old_style
// expect: await 8 != 0 seq_cst pointer
// expect: exchange-await 1 != 1 1 acquire lock
// expect: exchange-await 4 == 3 4 seq_cst x
// expect: load 4 seq_cst x
// expect: returned 0
