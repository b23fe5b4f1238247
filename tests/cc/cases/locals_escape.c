// SPDX-License-Identifier: Apache-2.0
// A local whose address is taken lives on the second stack.
static void set(int *p) {
    *p = 3;
}
int main(void) {
    int x = 1;
    set(&x);
    return x;
}
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 x
// expect: write 4 3 *p
// expect: read 4 x
// expect: leave 0
// expect: returned 3
