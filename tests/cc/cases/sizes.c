// SPDX-License-Identifier: Apache-2.0
// Every size; values are zero-extended.
signed char c; short s; int i; long l; float f; double d; void *p; _Bool b;
int main(void) {
    c = -1;
    s = -1;
    i = -1;
    l = 7;
    f = 1.0f;
    d = 0.0;
    p = 0;
    b = 1;
    return c + s + i + (int)l + (int)f + (int)d + b + !!p;
}
// expect: write 1 255 c
// expect: write 2 65535 s
// expect: write 4 4294967295 i
// expect: write 8 7 l
// expect: write 4 1065353216 f
// expect: write 8 0 d
// expect: write 8 0 p
// expect: write 1 1 b
// expect: read 1 c
// expect: read 2 s
// expect: read 4 i
// expect: read 8 l
// expect: read 4 f
// expect: read 8 d
// expect: read 1 b
// expect: read 8 p
// expect: returned 6
