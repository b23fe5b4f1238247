// SPDX-License-Identifier: Apache-2.0
// Cycles with two entries count as well.
int main(int argc, char **argv) {
    int n = 0;
    if (argc > 5)
        goto inside;
again:
    n++;
inside:
    n += 2;
    if (n < 6)
        goto again;
    return n;
}
// expect: loop 10
// expect: loop 10
// expect: returned 6
