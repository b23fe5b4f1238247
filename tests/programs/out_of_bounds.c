// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at out_of_bounds.c:10 after 1 executions
// check --algorithm=source => unsafe: out-of-bounds at out_of_bounds.c:10 after 1 executions
// One element too many.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(10 * sizeof *numbers);
    for (int i = 0; i <= 10; i++)
        numbers[i] = i;
    free(numbers);
    return 0;
}
