// SPDX-License-Identifier: Apache-2.0
// Nor can an offset outside of the variable. (b stays.)
int main(void) {
    int a[4], b[4];
    *(b + 3) = 2;
    a[5] = 1;
    return b[3];
}
// expect: enter 0
// expect: alloc 16 16 a
// expect: outside 20 of 16 a[5]
