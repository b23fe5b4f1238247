// SPDX-License-Identifier: Apache-2.0
// check => incomplete: the program ended its process (exit status 0) at exit_outside.c:11 after 0 executions
// check --algorithm=source => incomplete: the program ended its process (exit status 0) at exit_outside.c:11 after 0 executions
// The library ends the process where nobody sees it: that is no verdict.
#include <err.h>
#include <stdio.h>

int main(void) {
    // Not a line of its own: the last line has one all the same.
    printf("in the middle of a line");
    errx(0, "enough");
}
