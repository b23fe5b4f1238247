// SPDX-License-Identifier: Apache-2.0
// Fortified library functions are the ordinary ones.
// flags: -D_FORTIFY_SOURCE=2
#include <stdio.h>
#include <string.h>
char text[16];
int main(void) {
    strcpy(text, "abc");
    printf("%s\n", text);
    return 0;
}
// expect: strcpy line 8
// expect: printf line 9
// expect: abc
// expect: returned 0
