// SPDX-License-Identifier: Apache-2.0
// Accesses in every branch of a switch.
int x = 2, y;
int main(void) {
    switch (x) {
    case 1:
        y = 1;
        break;
    case 2:
        y = 2;
        // fall through
    default:
        y += 3;
    }
    return y;
}
// expect: read 4 x
// expect: write 4 2 y
// expect: read 4 y
// expect: write 4 5 y
// expect: read 4 y
// expect: returned 5
