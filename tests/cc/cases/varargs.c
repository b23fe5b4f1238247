// SPDX-License-Identifier: Apache-2.0
// A va_list, and what it walks over, are the callee's own.
#include <stdarg.h>
struct s { long a[3]; };
long sum(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    long r = 0;
    for (int i = 0; i < n; i++)
        r += va_arg(ap, int);
    r += (long)va_arg(ap, double);
    r += va_arg(ap, struct s).a[2];
    r += va_arg(copy, int);
    va_end(copy);
    va_end(ap);
    return r;
}
int main(void) {
    struct s x = {{1, 2, 3}};
    return (int)sum(2, 10, 20, 30.0, x);
}
// expect: loop 10
// expect: loop 10
// expect: loop 10
// expect: returned 73
