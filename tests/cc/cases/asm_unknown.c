// SPDX-License-Identifier: Apache-2.0
// Assembly that touches memory in another way ends the search.
int x;
int main(int argc, char **argv) {
    if (argc > 5)
        __asm__ volatile("incl %0" : "+m"(x) : : "cc");
    x = 1;
    __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx", "memory");
    x = 2;
    return 0;
}
// expect: write 4 1 x
// expect: unsupported: uses inline assembly line 8
