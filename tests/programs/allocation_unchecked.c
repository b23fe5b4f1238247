// SPDX-License-Identifier: Apache-2.0
// check => unsafe: null-dereference at allocation_unchecked.c:10 after 1 executions
// check --algorithm=source => unsafe: null-dereference at allocation_unchecked.c:10 after 1 executions
// Ten pebibytes, and nobody looks whether they came.
#include <stdlib.h>

int main(void) {
    volatile size_t much = (size_t)10 << 50;
    char *block = malloc(much);
    block[0] = 1;
    free(block);
    return 0;
}
