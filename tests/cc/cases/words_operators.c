// SPDX-License-Identifier: Apache-2.0
// Where clang places an access, and what stands there.
int x, y, a[4], *p = a, **pp = &p;
int main(void) {
    x = 1;
    x += 2;
    x <<= 1;
    ++x;
    x--;
    *p = 3;
    *p += 1;
    **pp = 4;
    (*p)++;
    *p++;
    p[1] = x ? y : 2;
    *(p + 1) = 5;
    return -x + !y;
}
// expect: write 4 1 x
// expect: read 4 x
// expect: write 4 3 x
// expect: read 4 x
// expect: write 4 6 x
// expect: read 4 x
// expect: write 4 7 x
// expect: read 4 x
// expect: write 4 6 x
// expect: read 8 p
// expect: write 4 3 *p
// expect: read 8 p
// expect: read 4 *p
// expect: write 4 4 *p
// expect: read 8 pp
// expect: read 8 *pp
// expect: write 4 4 **pp
// expect: read 8 p
// expect: read 4 *p
// expect: write 4 5 *p
// expect: read 8 p
// expect: write 8 large p
// expect: read 4 *p
// expect: read 4 x
// expect: read 4 y
// expect: read 8 p
// expect: write 4 0 p[1]
// expect: read 8 p
// expect: write 4 5 p[1]
// expect: read 4 x
// expect: read 4 y
// expect: returned -5
