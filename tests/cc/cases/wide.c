// SPDX-License-Identifier: Apache-2.0
// What no register holds: long double, 16-byte integers, vectors.
long double x;
__int128 y;
typedef int four __attribute__((vector_size(16)));
typedef short two __attribute__((vector_size(4)));
four v;
two w;
int main(void) {
    x = 1;
    y = 2;
    v = (four){1, 2, 3, 4};
    w = (two){1, 0};
    return (int)x + (int)y + v[0] + w[0];
}
// expect: write 10 0 x
// expect: write 16 0 y
// expect: write 16 0 v
// expect: write 4 1 w
// expect: read 10 x
// expect: read 16 y
// expect: read 16 v
// expect: read 4 w
// expect: returned 5
