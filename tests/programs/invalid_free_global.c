// SPDX-License-Identifier: Apache-2.0
// check => unsafe: invalid-free at invalid_free_global.c:10 after 1 executions
// check --algorithm=source => unsafe: invalid-free at invalid_free_global.c:10 after 1 executions
// What was never allocated.
#include <stdlib.h>

static char buffer[16];

static void release(void *block) {
    free(block);
}

int main(void) {
    release(buffer);
    return 0;
}
