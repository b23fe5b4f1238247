// SPDX-License-Identifier: Apache-2.0
// An index leaves a local array: that is told before the access. What stays
// inside is not, wherever the pointer was meanwhile.
static int sum(int *a) {
    return a[0];
}
int main(int argc, char **argv) {
    int a[4] = {1}, *from = a - 1;
    (void)argv;
    from[argc] = 2;
    a[argc + 3] = sum(a);
    return 0;
}
// expect: enter 0
// expect: alloc 16 16 a
// expect: write 16 0 a
// expect: write 4 2 from[argc]
// expect: read 4 a[0]
// expect: outside 16 of 16 a[argc + 3]
