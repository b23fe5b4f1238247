// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at out_of_bounds_sprintf.c:12 after 1 executions
// check --algorithm=source => unsafe: out-of-bounds at out_of_bounds_sprintf.c:12 after 1 executions
// How far a library function goes shows when it runs, and there are variables on
// both sides.
#include <stdio.h>

int main(int count, char **words) {
    char before[64], text[8], after[64];
    snprintf(before, sizeof before, "%d", count);
    snprintf(after, sizeof after, "%s", words[0]);
    sprintf(text, "%d words", 1000 + count);
    return before[0] == after[0] && text[0] == before[0];
}
