// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --goto=replay => safe: 1 executions
// Fresh memory is not zero, and freed memory is not given out again at once:
// what is read from it is the same every time.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(100), *b = malloc(100);
    int same = memcmp(a, b, 100) == 0;
    free(a);
    free(b);
    return same > 1;
}
