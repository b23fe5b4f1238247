// SPDX-License-Identifier: Apache-2.0
// A structure that is returned through memory.
struct s { long a[5]; };
struct s make(long n) {
    struct s x = {{n, n, n, n, n}};
    return x;
}
struct s all;
int main(void) {
    all = make(3);
    return (int)all.a[4];
}
// expect: enter 0
// expect: alloc 40 8
// expect: write 8 3 x.a[0]
// expect: write 8 3 x.a[1]
// expect: write 8 3 x.a[2]
// expect: write 8 3 x.a[3]
// expect: write 8 3 x.a[4]
// expect: memcpy 40 all
// expect: read 8 all.a[4]
// expect: leave 0
// expect: returned 3
