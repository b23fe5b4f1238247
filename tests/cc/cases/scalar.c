// SPDX-License-Identifier: Apache-2.0
// Reads and writes of a global; locals are nobody's business.
int x;
int main(void) {
    int local = 1;
    x = local + 1;
    x++;
    return x;
}
// expect: write 4 2 x
// expect: read 4 x
// expect: write 4 3 x
// expect: read 4 x
// expect: returned 3
