// SPDX-License-Identifier: Apache-2.0
// Results of calls, casts and conditions.
int x, y;
static int *pick(int n) {
    return n ? &x : &y;
}
int main(void) {
    *pick(1) = 2;
    pick(0)[0] = 3;
    *(char *)&x = 1;
    int *p = x ? &x : &y;
    return *p;
}
// expect: write 4 2 *pick(1)
// expect: write 4 3 pick(0)[0]
// expect: write 1 1 x
// expect: read 4 x
// expect: read 4 *p
// expect: returned 1
