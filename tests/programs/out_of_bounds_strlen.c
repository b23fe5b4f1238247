// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at out_of_bounds_strlen.c:11 after 1 executions
// check --algorithm=source => unsafe: out-of-bounds at out_of_bounds_strlen.c:11 after 1 executions
// A text without an end.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = malloc(13);
    memset(text, 'x', 13);
    size_t length = strlen(text);
    free(text);
    return length == 13;
}
