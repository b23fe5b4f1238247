// SPDX-License-Identifier: Apache-2.0
// Constants need no call.
const int table[4] = {1, 2, 3, 4};
static const char *const names[] = {"a", "b"};
int main(int argc, char **argv) {
    return table[argc] + names[0][0];
}
// expect: read 1 names[0][0]
// expect: returned 99
