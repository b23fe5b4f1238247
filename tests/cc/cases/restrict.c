// SPDX-License-Identifier: Apache-2.0
// restrict lets nobody move an access over a hook.
int sum(int *restrict p, int *restrict q) {
    int a = *p;
    *q = 3;
    int b = *p;
    return a + b;
}
int x = 1, y;
int main(void) {
    return sum(&x, &y);
}
// expect: read 4 *p
// expect: write 4 3 *q
// expect: read 4 *p
// expect: returned 2
