// SPDX-License-Identifier: Apache-2.0
// A call that must be a tail call comes after the leaving.
int g(int n) {
    return n + 1;
}
static void set(int *p) {
    *p = 1;
}
int f(int n) {
    int x;
    set(&x);
    int y = x;
    __attribute__((musttail)) return g(y);
}
int main(void) {
    return f(1);
}
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 *p
// expect: read 4 x
// expect: leave 0
// expect: returned 2
