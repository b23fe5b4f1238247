// SPDX-License-Identifier: Apache-2.0
// Each loop counts for itself.
int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            n += k;
    return n;
}
// expect: loop 5
// expect: loop 6
// expect: loop 6
// expect: loop 6
// expect: loop 5
// expect: loop 6
// expect: loop 6
// expect: loop 6
// expect: loop 5
// expect: returned 2
