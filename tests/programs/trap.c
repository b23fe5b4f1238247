// SPDX-License-Identifier: Apache-2.0
// check => unsafe: uncaught-signal at trap.c:7 after 1 executions
// check --algorithm=source => unsafe: uncaught-signal at trap.c:7 after 1 executions
// An instruction that is made to fail.
int main(int argc, char **argv) {
    (void)argv;
    if (argc < 100) __builtin_trap();
    return 0;
}
