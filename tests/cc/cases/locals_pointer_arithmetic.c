// SPDX-License-Identifier: Apache-2.0
// An offset that is known is as good as a name.
int main(void) {
    int a[4] = {0};
    int *p = a;
    p += 2;
    *p = 4;
    return a[2];
}
// expect: returned 4
