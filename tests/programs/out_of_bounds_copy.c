// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at out_of_bounds_copy.c:11 after 1 executions
// check --algorithm=source => unsafe: out-of-bounds at out_of_bounds_copy.c:11 after 1 executions
// strcpy writes the terminating zero, too.
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *text = "12345678";
    char *copy = malloc(strlen(text));
    strcpy(copy, text);
    free(copy);
    return 0;
}
