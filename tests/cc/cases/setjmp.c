// SPDX-License-Identifier: Apache-2.0
// A return of setjmp frees what was left behind.
#include <setjmp.h>
jmp_buf place;
static void set(int *p) {
    *p = 1;
    longjmp(place, 5);
}
static void f(void) {
    int x;
    set(&x);
}
int main(void) {
    int r = setjmp(place);
    if (!r)
        f();
    return r;
}
// expect: enter 0
// expect: write 72 0 _setjmp
// expect: leave 0
// expect: enter 0
// expect: alloc 4 4 x
// expect: write 4 1 *p
// expect: leave 0
// expect: returned 5
