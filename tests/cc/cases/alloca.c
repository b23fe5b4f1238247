// SPDX-License-Identifier: Apache-2.0
// alloca() lives until the function returns.
int main(int argc, char **argv) {
    char *p = __builtin_alloca((unsigned long)argc * 8);
    p[0] = 1;
    return p[0];
}
// expect: enter 0
// expect: alloc 8 16
// expect: write 1 1 p[0]
// expect: read 1 p[0]
// expect: leave 0
// expect: returned 1
