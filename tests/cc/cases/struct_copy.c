// SPDX-License-Identifier: Apache-2.0
// Copies of structures are one access each way.
struct big {
    int a[6];
} x, y;
int main(void) {
    x.a[0] = 3;
    y = x;
    struct big local = y;
    x = local;
    return local.a[0];
}
// expect: write 4 3 x.a[0]
// expect: memcpy 24 y
// expect: read 24 y
// expect: write 24 0 x
// expect: returned 3
