// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at FILE:N after N executions || unsafe: api-misuse at FILE:N after N executions
// check --no-check=exit-status => safe: 1 executions || unsafe: api-misuse at FILE:N after N executions
// Handlers register handlers, and the last one exits with another number.
#include <stdlib.h>

static void last(void) {
    exit(7);
}

static void second(void) {
    atexit(last);
}

static void first(void) {
    atexit(second);
}

int main(void) {
    atexit(first);
    return 0;
}
