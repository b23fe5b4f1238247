// SPDX-License-Identifier: Apache-2.0
// The same when another function walks.
#include <stdarg.h>
#include <stdio.h>
int inner(va_list ap) {
    return va_arg(ap, int) + va_arg(ap, int);
}
int outer(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int r = inner(ap);
    vprintf(format, ap);
    va_end(ap);
    return r;
}
int main(void) {
    return outer("%d\n", 1, 2, 3);
}
// expect: vprintf line 12
// expect: 3
// expect: returned 3
