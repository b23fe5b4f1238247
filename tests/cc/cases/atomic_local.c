// SPDX-License-Identifier: Apache-2.0
// An atomic that nobody else can see stays what it is.
#include <stdatomic.h>
int main(void) {
    atomic_int x = 1;
    atomic_fetch_add(&x, 1);
    return x;
}
// expect: returned 2
