// SPDX-License-Identifier: Apache-2.0
// Tables of functions are constants or variables.
static int one(void) { return 1; }
static int two(void) { return 2; }
int (*table[])(void) = {one, two};
static int (*const fixed[])(void) = {one, two};
int main(int argc, char **argv) {
    return table[argc]() + fixed[argc]();
}
// expect: read 8 table[argc]
// expect: returned 4
