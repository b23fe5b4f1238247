// SPDX-License-Identifier: Apache-2.0
// Members of unions and unnamed members.
union u { int i; float f; char bytes[4]; };
struct s {
    int tag;
    union { int i; float f; };
    struct { int x, y; } at;
} s;
union u u;
int main(void) {
    u.f = 1;
    u.bytes[1] = 2;
    s.f = 0;
    s.at.y = 3;
    return u.i ? s.i : s.tag;
}
// expect: write 4 1065353216 u.f
// expect: write 1 2 u.bytes[1]
// expect: write 4 0 s.f
// expect: write 4 3 s.at.y
// expect: read 4 u.i
// expect: read 4 s.i
// expect: returned 0
