// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// 3000 handlers, all of which run.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int called;

static void handle(void) {
    called++;
}

static void last(void) {
    if (called != 3000)
        abort();
}

int main(void) {
    assert(atexit(last) == 0);
    for (int i = 0; i < 3000; i++)
        assert(atexit(handle) == 0);
    return 0;
}
