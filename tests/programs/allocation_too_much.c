// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// More memory than anybody has: malloc says no, and the program copes.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    volatile size_t much = SIZE_MAX / 2;
    void *block = malloc(much);
    if (block)
        return 1;
    if (errno != ENOMEM)
        abort();
    if (calloc(much, 3))
        abort();
    return 0;
}
