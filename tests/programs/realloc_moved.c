// SPDX-License-Identifier: Apache-2.0
// check => unsafe: use-after-free at realloc_moved.c:11 after 1 executions
// check --algorithm=source => unsafe: use-after-free at realloc_moved.c:11 after 1 executions
// A pointer into the old block after it has grown.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    int *first = numbers;
    numbers = realloc(numbers, 4000 * sizeof *numbers);
    *first = 1;
    free(numbers);
    return 0;
}
