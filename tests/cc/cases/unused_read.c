// SPDX-License-Identifier: Apache-2.0
// A read whose value nobody wants still happens.
int x;
int main(void) {
    x;
    (void)x;
    int *p = &x;
    *p;
    return 0;
}
// expect: read 4 x
// expect: read 4 x
// expect: read 4 *p
// expect: returned 0
