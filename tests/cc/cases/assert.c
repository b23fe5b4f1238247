// SPDX-License-Identifier: Apache-2.0
// A failing assertion.
#include <assert.h>
int x = 1;
int main(void) {
    assert(x == 1);
    assert(x == 2 && "no");
    return 0;
}
// expect: read 4 x
// expect: read 4 x
// expect: assert x == 2 && "no" line 7
