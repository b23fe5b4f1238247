// SPDX-License-Identifier: Apache-2.0
// A variable index cannot be trusted: the array moves.
int main(int argc, char **argv) {
    int a[4];
    a[argc] = 4;
    return a[argc];
}
// expect: enter 0
// expect: alloc 16 16 a
// expect: write 4 4 a[argc]
// expect: read 4 a[argc]
// expect: leave 0
// expect: returned 4
