// SPDX-License-Identifier: Apache-2.0
// Nor can an offset outside of the variable.
int main(void) {
    int a[4];
    a[5] = 1;
    int b[4];
    *(b + 3) = 2;
    return b[3];
}
// expect: enter 0
// expect: alloc 16 16 a
// expect: write 4 1 a[5]
// expect: leave 0
// expect: returned 2
