// SPDX-License-Identifier: Apache-2.0
// The same as real calls, and through a pointer.
// flags: -fno-builtin
#include <string.h>
char a[32], b[32];
void *(*volatile_copy)(void *, const void *, size_t) = memcpy;
int main(void) {
    memcpy(a, b, 8);
    memset(a, 1, 4);
    volatile_copy(b, a, 4);
    return b[0];
}
// expect: memcpy 8 memcpy
// expect: memset 1 4 memset
// expect: read 8 volatile_copy
// expect: memcpy 4 volatile_copy
// expect: read 1 b[0]
// expect: returned 1
