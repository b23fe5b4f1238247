// SPDX-License-Identifier: Apache-2.0
// Jumps to addresses of labels; their table is a constant.
int x;
int main(int argc, char **argv) {
    static const void *const table[] = {&&zero, &&one};
    goto *table[argc];
zero:
    x = 5;
one:
    x += 1;
    return x;
}
// expect: read 4 x
// expect: write 4 1 x
// expect: read 4 x
// expect: returned 1
