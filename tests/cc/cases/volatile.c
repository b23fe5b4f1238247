// SPDX-License-Identifier: Apache-2.0
// Volatile accesses are relaxed atomic ones, if they fit.
volatile int x;
volatile double d;
volatile long double wide;
volatile struct { int a, b, c; } s;
int main(void) {
    x = 3;
    d = 0;
    wide = 1;
    s.b = 2;
    volatile int local = 4;
    local++;
    return x + local;
}
// expect: store 4 3 relaxed x
// expect: store 8 0 relaxed d
// expect: write 10 0 wide
// expect: store 4 2 relaxed s.b
// expect: load 4 relaxed x
// expect: returned 8
