// SPDX-License-Identifier: Apache-2.0
// The address of a modelled function is its model's.
#include <stdlib.h>
void (*release)(void *) = free;
static void apply(void (*f)(void *), void *p) {
    f(p);
}
int main(void) {
    void *p = malloc(1);
    release(p);
    apply(free, malloc(2));
    return 0;
}
// expect: malloc line 9
// expect: read 8 release
// expect: indirect release
// expect: free as release line 10
// expect: malloc line 11
// expect: indirect f
// expect: free as f line 6
// expect: returned 0
