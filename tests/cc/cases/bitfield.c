// SPDX-License-Identifier: Apache-2.0
// Bit-fields are accesses to their storage.
struct {
    unsigned a : 3, b : 20;
    int c;
} s;
int main(void) {
    s.b = 5;
    s.c = 1;
    return s.a;
}
// expect: read 4 s.b
// expect: write 4 40 s.b
// expect: write 4 1 s.c
// expect: read 4 s.a
// expect: returned 0
