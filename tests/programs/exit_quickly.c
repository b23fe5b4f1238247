// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// _exit runs no handlers.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void) {
    assert(0);
}

int main(void) {
    atexit(never);
    _exit(0);
}
