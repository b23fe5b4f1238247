// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions || incomplete: * limit at FILE:N after N executions || not checked: *
// The last of 70,000 values is the wrong one.
#include <assert.h>
#include "mazurka.h"

int main(void) {
    assert(mz_choose(70000) != 69999);
    return 0;
}
