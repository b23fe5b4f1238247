// SPDX-License-Identifier: Apache-2.0
// Assembly on registers alone is left alone.
int main(void) {
    int a = 3, b = 4;
    __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
    int local = 1;
    __asm__("incl %0" : "+m"(local) : : "cc");
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return a + local;
}
// expect: external rdtsc
// expect: returned 9
