// SPDX-License-Identifier: Apache-2.0
// flags -O1 -Wno-null-dereference
// check -- division => unsafe: uncaught-signal at crash_places.c:17 after 1 executions
// check -- rest => unsafe: uncaught-signal at crash_places.c:18 after 1 executions
// check -- trap => unsafe: uncaught-signal at crash_places.c:32 after 1 executions
// check -- deep => unsafe: stack-overflow at crash_places.c:22 after 1 executions
// check -- pointer => unsafe: null-dereference at crash_places.c:40 after 1 executions
// check -- abort => unsafe: abort at crash_places.c:42 after 1 executions
// Crashes far from the last access that another thread could see: each is told
// where it is.
#include <stdlib.h>
#include <string.h>

static int division(int a, int b, int rest) {
    int c = a * 3;
    if (!rest)
        c += a / b;
    int d = rest ? a % b : 0;
    return c ^ d;
}

static long deep(long n) { return n == -5 ? n : n + 3 * deep(n + 1); }

typedef void function(void);

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    int kind = *how == 'd' && how[1] == 'i' ? 1 : *how == 'r' ? 2 : *how == 't' ? 3 : 0;
    int sum = kind ? division(argc, argc - 2 + (kind == 3), kind == 2) : 0;
    sum *= argc;
    if (kind == 3)
        __builtin_trap();
    if (*how == 'd')
        sum += (int)deep(sum);
    function *volatile none = NULL;
    function *f = none;
    sum++;
    if (*how == 'p')

        f();
    if (!strcmp(how, "abort"))
        abort();
    return sum == 77;
}
