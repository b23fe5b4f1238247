// SPDX-License-Identifier: Apache-2.0
// check => unsafe: segfault at wild_pointer.c:11 after 1 executions
// check --algorithm=source => unsafe: segfault at wild_pointer.c:11 after 1 executions
// check --races=ignore => unsafe: segfault at wild_pointer.c:11 after 1 executions
// A pointer to where nothing is.
#include <stdint.h>

int main(int argc, char **argv) {
    (void)argv;
    int *pointer = (int *)(uintptr_t)(0x123456789000 + 4096 * argc);
    return *pointer;
}
