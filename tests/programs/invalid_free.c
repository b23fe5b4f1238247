// SPDX-License-Identifier: Apache-2.0
// check => unsafe: invalid-free at invalid_free.c:11 after 1 executions
// check --algorithm=source => unsafe: invalid-free at invalid_free.c:11 after 1 executions
// Not the start of the block.
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    char *block = malloc(16);
    block += argc;
    free(block);
    return 0;
}
