// SPDX-License-Identifier: Apache-2.0
// Two of them.
int main(int argc, char *argv[]) {
    return argc;
}
// expect: returned 1
