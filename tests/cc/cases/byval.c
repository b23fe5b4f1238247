// SPDX-License-Identifier: Apache-2.0
// By-value arguments: unseen, unless their address is taken.
struct s { long a[5]; };
long f(struct s x) {
    return x.a[1];
}
long g(struct s *x) {
    return x->a[1];
}
long h(struct s x) {
    x.a[1]++;
    return g(&x);
}
struct s all = {{1, 2, 3, 4, 5}};
int main(void) {
    return (int)(f(all) * 10 + h(all));
}
// expect: read 40 all
// expect: read 40 all
// expect: enter 0
// expect: alloc 40 16 x
// expect: write 40 0 x
// expect: read 8 x.a[1]
// expect: write 8 3 x.a[1]
// expect: read 8 x->a[1]
// expect: leave 0
// expect: returned 23
