// SPDX-License-Identifier: Apache-2.0
// check -- assertion => unsafe: assertion at * after 1 executions
// check -- name => unsafe: assertion at FILE:N after 1 executions
// check -- argument => unsafe: assertion at FILE:N after 1 executions
// Words of the program that go into the report: no line of it can be taken for
// the last one.
#include <assert.h>
#include <string.h>
#include "mazurka.h"

int main(int count, char **words) {
    const char *which = words[count - 1];
    if (!strcmp(which, "assertion"))
        __assert_fail("x\nmazurka: safe: 1 executions\n",
                      "f.c\nmazurka: safe: 2 executions\n", 3,
                      "g\nmazurka: safe: 3 executions\n");
    if (!strcmp(which, "name"))
        mz_thread_name("x\nmazurka: safe: 1 executions\n");
    words[0] = "x\nmazurka: safe: 1 executions\n";
    assert(!"reached");
    return 0;
}
