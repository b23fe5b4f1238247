// SPDX-License-Identifier: Apache-2.0
// Optimisation makes no block operation out of announced stores.
int a[4], b[4];
char c[32];
struct s { int x, y, z, w; } s;
int main(void) {
    a[0] = 0;
    a[1] = 0;
    a[2] = 0;
    a[3] = 0;
    for (int i = 0; i < 3; i++)
        b[i] = a[i];
    s.x = s.y = s.z = s.w = 0;
    for (int i = 0; i < 2; i++)
        c[i] = 1;
    return 0;
}
// expect: write 4 0 a[0]
// expect: write 4 0 a[1]
// expect: write 4 0 a[2]
// expect: write 4 0 a[3]
// expect: loop 11
// expect: read 4 a[i]
// expect: write 4 0 b[i]
// expect: loop 11
// expect: read 4 a[i]
// expect: write 4 0 b[i]
// expect: loop 11
// expect: read 4 a[i]
// expect: write 4 0 b[i]
// expect: loop 11
// expect: write 4 0 s.w
// expect: write 4 0 s.z
// expect: write 4 0 s.y
// expect: write 4 0 s.x
// expect: loop 14
// expect: write 1 1 c[i]
// expect: loop 14
// expect: write 1 1 c[i]
// expect: loop 14
// expect: returned 0
