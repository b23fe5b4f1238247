// SPDX-License-Identifier: Apache-2.0
// Every way out of a function gives its memory back.
static void set(int *p) {
    *p = 1;
}
static int f(int n) {
    int x;
    set(&x);
    if (n == 1)
        return 1;
    if (n == 2)
        return x + 2;
    x = 9;
    return x;
}
int main(void) {
    return f(1) + f(2) + f(3);
}
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 *p
// expect: leave 0
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 *p
// expect: read 4 x
// expect: leave 0
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 *p
// expect: write 4 9 x
// expect: read 4 x
// expect: leave 0
// expect: returned 13
