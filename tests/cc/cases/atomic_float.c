// SPDX-License-Identifier: Apache-2.0
// Floating-point updates are loops of compare-and-swap.
double d = 1;
int main(void) {
    __atomic_fetch_add(&d, 2.0, __ATOMIC_SEQ_CST);
    return (int)d;
}
// expect: load 8 relaxed d
// expect: cas 8 large large seq_cst relaxed d
// expect: read 8 d
// expect: returned 3
