// SPDX-License-Identifier: Apache-2.0
// Loads, stores and fences with every order.
#include <stdatomic.h>
atomic_int x;
int main(void) {
    atomic_store(&x, 1);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 3, memory_order_release);
    int r = atomic_load(&x);
    r += atomic_load_explicit(&x, memory_order_relaxed);
    r += atomic_load_explicit(&x, memory_order_consume);
    r += atomic_load_explicit(&x, memory_order_acquire);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    x = 4;
    return r + x;
}
// expect: store 4 1 seq_cst x
// expect: store 4 2 relaxed x
// expect: store 4 3 release x
// expect: load 4 seq_cst x
// expect: load 4 relaxed x
// expect: load 4 acquire x
// expect: load 4 acquire x
// expect: fence acquire
// expect: fence release
// expect: fence acq_rel
// expect: fence seq_cst
// expect: store 4 4 seq_cst x
// expect: load 4 seq_cst x
// expect: returned 16
