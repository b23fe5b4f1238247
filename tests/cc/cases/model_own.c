// SPDX-License-Identifier: Apache-2.0
// A function of the program's own is not replaced. To call one named reach_error is
// an error, whoever defines it.
#include <stddef.h>
static char heap[100];
void *malloc(size_t n) {
    return heap;
}
void reach_error(void) {
}
int main(void) {
    reach_error();
    return malloc(3) == heap;
}
// expect: error reach_error
// expect: returned 1
