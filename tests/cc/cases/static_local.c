// SPDX-License-Identifier: Apache-2.0
// A static local is a global with a local name.
int f(void) {
    static int count;
    return ++count;
}
int main(void) {
    f();
    return f();
}
// expect: read 4 count
// expect: write 4 1 count
// expect: read 4 count
// expect: write 4 2 count
// expect: returned 2
