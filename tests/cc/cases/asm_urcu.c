// SPDX-License-Identifier: Apache-2.0
// Userspace RCU's atomics.
#include <urcu/uatomic.h>
#include <urcu/arch.h>
int i;
unsigned long l;
short s;
char c;

int main(void) {
    uatomic_set(&i, 3);
    int r = uatomic_read(&i);
    r += uatomic_xchg(&i, 4) + (int)uatomic_xchg(&l, 5);
    r += uatomic_cmpxchg(&i, 4, 6) + uatomic_cmpxchg(&s, 0, 1);
    r += uatomic_add_return(&i, 2) + uatomic_sub_return(&c, 1);
    uatomic_add(&l, 1);
    uatomic_sub(&l, 2);
    uatomic_and(&s, 3);
    uatomic_or(&c, 4);
    uatomic_inc(&i);
    uatomic_dec(&i);
    cmm_mb();
    cmm_rmb();
    cmm_wmb();
    cmm_smp_mb();
    cmm_barrier();
    caa_cpu_relax();
    return r;
}
// expect: store 4 3 relaxed i
// expect: fence acq_rel
// expect: fence acq_rel
// expect: load 4 relaxed i
// expect: exchange 4 4 seq_cst used *addr
// expect: exchange 8 5 seq_cst used *addr
// expect: cas 4 4 6 seq_cst seq_cst *addr
// expect: cas 2 0 1 seq_cst seq_cst *addr
// expect: add 4 2 seq_cst used *addr
// expect: add 1 255 seq_cst used *addr
// expect: add 8 1 seq_cst blind *addr
// expect: add 8 -2 seq_cst blind *addr
// expect: and 2 3 seq_cst blind *addr
// expect: or 1 4 seq_cst blind *addr
// expect: add 4 1 seq_cst blind *addr
// expect: sub 4 1 seq_cst blind *addr
// expect: fence seq_cst
// expect: fence acq_rel
// expect: fence acq_rel
// expect: fence seq_cst
// expect: fence acq_rel
// expect: returned 17
