// SPDX-License-Identifier: Apache-2.0
// A barrier without an instruction orders what the machine orders.
int x;
int main(void) {
    x = 1;
    __asm__ volatile("" ::: "memory");
    int n = 2;
    __asm__ volatile("" : "+r"(n));
    return n;
}
// expect: write 4 1 x
// expect: fence acq_rel
// expect: returned 2
