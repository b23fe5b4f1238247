// SPDX-License-Identifier: Apache-2.0
// check --timeout=1 => incomplete: * || unsafe: no-progress at FILE:N after N executions
// It never gets to main.
#include <stdint.h>

static __attribute__((constructor)) void before(void) {
    for (volatile uint64_t i = 1; i; i++) {
    }
}

int main(void) {
    return 0;
}
