// SPDX-License-Identifier: Apache-2.0
// Variable-length arrays are freed at the end of their block.
int f(int n) {
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        int a[i];
        a[i - 1] = i;
        sum += a[i - 1];
    }
    return sum;
}
int main(void) {
    return f(2);
}
// expect: enter 0
// expect: loop 5
// expect: enter 0
// expect: alloc 4 16 a
// expect: write 4 1 a[i - 1]
// expect: read 4 a[i - 1]
// expect: leave 0
// expect: loop 5
// expect: enter 0
// expect: alloc 8 16 a
// expect: write 4 2 a[i - 1]
// expect: read 4 a[i - 1]
// expect: leave 0
// expect: loop 5
// expect: leave 0
// expect: returned 3
