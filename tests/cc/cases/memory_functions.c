// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove and memset, as builtins.
#include <string.h>
char a[32], b[32];
int main(int argc, char **argv) {
    memcpy(a, b, 8);
    memmove(a + 1, a, 8);
    memset(b, 5, (size_t)argc * 4);
    __builtin_memset(b, 0, 2);
    return b[2];
}
// expect: memcpy 8 a
// expect: memmove 8 a[1]
// expect: memset 5 4 b
// expect: memset 0 2 b
// expect: read 1 b[2]
// expect: returned 5
