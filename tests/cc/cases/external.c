// SPDX-License-Identifier: Apache-2.0
// An unknown function is named before it is called.
#include <libgen.h>
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>
double x = 2;
int main(void) {
    int r = (int)x + isalpha('a') + abs(-1);
    return r + (getuid() == getuid());
}
// expect: read 8 x
// expect: external getuid
// expect: external getuid
// expect: returned 1028
