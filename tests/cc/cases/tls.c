// SPDX-License-Identifier: Apache-2.0
// Thread-local variables, initialised, static, and in functions.
_Thread_local int a = 5;
static __thread int b[3];
int f(void) {
    static _Thread_local int n;
    return ++n;
}
int main(void) {
    int *p = &a;
    *p += 1;
    b[1] = 2;
    return a + b[1] + f() + f();
}
// expect: read 4 *p
// expect: write 4 6 *p
// expect: write 4 2 b[1]
// expect: read 4 a
// expect: read 4 b[1]
// expect: read 4 n
// expect: write 4 1 n
// expect: read 4 n
// expect: write 4 2 n
// expect: returned 11
