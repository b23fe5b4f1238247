// SPDX-License-Identifier: Apache-2.0
// Assembly that jumps ends the search where it is reached.
int main(int argc, char **argv) {
    if (argc > 5) {
        __asm__ goto("jmp %l0" : : : "memory" : away);
    }
    __asm__ goto("jmp %l0" : : : "memory" : away);
    return 1;
away:
    return 2;
}
// expect: unsupported: uses inline assembly line 7
