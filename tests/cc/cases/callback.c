// SPDX-License-Identifier: Apache-2.0
// Callbacks into the program are instrumented code.
#include <stdlib.h>
int a[2] = {2, 1};
int compared;
static int order(const void *x, const void *y) {
    compared = 1;
    return *(const int *)x - *(const int *)y;
}
int main(void) {
    qsort(a, 2, sizeof *a, order);
    return a[0];
}
// expect: qsort line 11
// expect: write 4 1 compared
// expect: read 4 *x
// expect: read 4 *y
// expect: read 4 a[0]
// expect: returned 1
