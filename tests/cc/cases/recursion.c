// SPDX-License-Identifier: Apache-2.0
// A function that calls itself nests its frames.
static void add(int *sum, int n) {
    *sum += n;
}
static int f(int n) {
    int sum = 0;
    add(&sum, n);
    if (n)
        sum += f(n - 1);
    return sum;
}
int main(void) {
    return f(1);
}
// expect: enter 0
// expect: alloc 4 4 sum
// expect: write 4 0 sum
// expect: read 4 *sum
// expect: write 4 1 *sum
// expect: enter 4
// expect: alloc 4 4 sum
// expect: write 4 0 sum
// expect: read 4 *sum
// expect: write 4 0 *sum
// expect: read 4 sum
// expect: leave 4
// expect: read 4 sum
// expect: write 4 1 sum
// expect: read 4 sum
// expect: leave 0
// expect: returned 1
