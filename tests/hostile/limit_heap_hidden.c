// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions || incomplete: * limit at FILE:N after N executions
// A program that copes with a malloc that fails, which this one does not; its
// bug comes later.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 6000; i++) {
        char *block = malloc(1 << 20);
        if (!block)
            return 0;
        free(block);
    }
    assert(!"reached");
    return 0;
}
