// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at * after 1 executions
// A file name in the debug information that is several lines.
#include <assert.h>

int main(void) {
#line 7 "x.c:1 after 1 executions\nmazurka: safe: 1 executions\n\"\\.c"
    assert(!"reached");
    return 0;
}
