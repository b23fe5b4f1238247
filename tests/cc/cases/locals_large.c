// SPDX-License-Identifier: Apache-2.0
// A large local lives there too, used or not by others.
int main(void) {
    int a[17];
    a[3] = 4;
    int small[16];
    small[3] = 5;
    return a[3] + small[3];
}
// expect: enter 0
// expect: alloc 68 16 a
// expect: write 4 4 a[3]
// expect: read 4 a[3]
// expect: leave 0
// expect: returned 9
