// SPDX-License-Identifier: Apache-2.0
// flags -L$LIBRARY -loutside
// check => unsafe: assertion at FILE:N after N executions || incomplete: *
// large
// Whether it fails depends on the real clock.
#include <assert.h>
#include "outside/outside.h"

int main(void) {
    assert(outside_time() % 2);
    return 0;
}
