// SPDX-License-Identifier: Apache-2.0
// Fences and pauses.
int main(void) {
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("lfence" ::: "memory");
    __asm__ volatile("sfence" ::: "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory");
    __asm__ volatile("lock orl $0, (%%rsp)" ::: "memory", "cc");
    __asm__ volatile("pause" ::: "memory");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("rep nop");
    return 0;
}
// expect: fence seq_cst
// expect: fence acq_rel
// expect: fence acq_rel
// expect: fence seq_cst
// expect: fence seq_cst
// expect: returned 0
