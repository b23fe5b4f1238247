// SPDX-License-Identifier: Apache-2.0
// Common forms that neither library uses.
int x = 5;
int main(void) {
    int old, value = 3;
    char z;
    __asm__ volatile("xchg %0, %1" : "+r"(value), "+m"(x)::"memory");
    __asm__ volatile("lock\n\txaddl %0, %1" : "+r"(value), "+m"(x)::"memory");
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(x), "=qm"(z)::"memory");
    __asm__ volatile("lock cmpxchg %2, %1"
                     : "=a"(old), "+m"(x)
                     : "r"(9), "0"(7)
                     : "memory");
    return x * 100 + old * 10 + z;
}
// expect: exchange 4 3 seq_cst used x
// expect: add 4 5 seq_cst blind x
// expect: sub 4 1 seq_cst used x
// expect: cas 4 7 9 seq_cst seq_cst x
// expect: read 4 x
// expect: returned 970
