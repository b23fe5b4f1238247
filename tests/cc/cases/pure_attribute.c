// SPDX-License-Identifier: Apache-2.0
// What a declaration promises is not believed.
int x;
__attribute__((pure)) int get(void) {
    return x;
}
__attribute__((const)) int twice(int n) {
    return x + 2 * n;
}
int main(void) {
    int a = get(), b = get();
    return a + b + twice(1) + twice(1);
}
// expect: read 4 x
// expect: read 4 x
// expect: read 4 x
// expect: read 4 x
// expect: returned 4
