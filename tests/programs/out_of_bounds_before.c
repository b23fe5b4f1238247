// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at out_of_bounds_before.c:10 after 1 executions
// check --algorithm=source => unsafe: out-of-bounds at out_of_bounds_before.c:10 after 1 executions
// Before the beginning.
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    long *numbers = calloc(4, sizeof *numbers);
    long first = numbers[-argc];
    free(numbers);
    return first != 0;
}
