// SPDX-License-Identifier: Apache-2.0
// What runs before main is part of the execution, in the order of priorities.
int x;
__attribute__((constructor)) static void last(void) {
    x = x * 10 + 2;
}
__attribute__((constructor(101))) static void first(void) {
    x = 1;
}
int main(void) {
    return x;
}
// expect: write 4 1 x
// expect: read 4 x
// expect: write 4 12 x
// expect: read 4 x
// expect: returned 12
