// SPDX-License-Identifier: Apache-2.0
// Calls of modelled functions leave their place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(10);
    strcpy(p, "abc");
    int n = (int)strlen(p);
    printf("%d\n", n);
    puts(p);
    putchar('x');
    putchar('\n');
    free(p);
    __builtin_printf("%s\n", "y");
    return n;
}
// expect: malloc line 7
// expect: strcpy line 8
// expect: strlen line 9
// expect: printf line 10
// expect: 3
// expect: puts line 11
// expect: abc
// expect: putchar line 12
// expect: xputchar line 13
// expect:
// expect: free line 14
// expect: printf line 15
// expect: y
// expect: returned 3
