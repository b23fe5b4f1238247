// SPDX-License-Identifier: Apache-2.0
// What runs after main is left to atexit.
int x;
__attribute__((destructor)) static void after(void) {
    x = 2;
}
int main(void) {
    return x;
}
// expect: atexit as after line 4
// expect: read 4 x
// expect: returned 0
// expect: write 4 2 x
