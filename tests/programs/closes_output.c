// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at closes_output.c:11 after 1 executions
// Standard output is the program's; the verdict has another way.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    close(1);
    close(2);
    assert(!"reached");
}
