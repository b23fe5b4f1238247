// SPDX-License-Identifier: Apache-2.0
// check => safe: N executions || safe: N executions, N blocked
// check --reuse=on => unsafe: assertion at FILE:N after N executions
// check --reuse=on --algorithm=source => unsafe: assertion at FILE:N after N executions
// malloc may return the block that was just freed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *one = malloc(24);
    uintptr_t was = (uintptr_t)one;
    free(one);
    char *two = malloc(24);
    assert((uintptr_t)two != was);
    free(two);
    return 0;
}
