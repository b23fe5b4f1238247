// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// A finding before the assumption is a finding.
#include <assert.h>
#include "mazurka.h"

int main(void) {
    if (mz_choose(2))
        assert(!"planted");
    mz_assume(0);
    return 0;
}
