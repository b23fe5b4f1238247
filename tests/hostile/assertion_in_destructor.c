// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after 1 executions
// What comes after main counts as well.
#include <assert.h>

static __attribute__((destructor)) void after(void) {
    assert(!"reached");
}

int main(void) {
    return 0;
}
