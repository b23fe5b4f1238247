// SPDX-License-Identifier: Apache-2.0
// Small locals that are only accessed stay unseen.
struct s { int a, b; };
int main(void) {
    struct s x = {1, 2};
    int a[4] = {1, 2, 3, 4};
    x.a += a[2];
    struct s y = x;
    return y.a + y.b;
}
// expect: returned 6
