// SPDX-License-Identifier: Apache-2.0
// flags -lm -ldl -lrt
// check -- count => safe: 2 executions
// check -- count_char => safe: 2 executions
// check -- count_long => safe: 2 executions
// check -- count_null => unsafe: null-dereference at FILE:N after N executions
// check -- error => safe: 2 executions
// check -- float => safe: 2 executions
// check -- huge_width => safe: 2 executions
// check -- iconv => incomplete: calls outside of control (*) after N executions
// check -- langinfo => incomplete: calls outside of control (*) after N executions
// check -- locale => incomplete: calls outside of control (*) after N executions
// check -- long_double => safe: 2 executions
// check -- multibyte => incomplete: calls outside of control (*) after N executions
// check -- null_text => unsafe: null-dereference at FILE:N after N executions
// check -- overflow => unsafe: out-of-bounds at FILE:N after N executions
// check -- places => safe: 2 executions
// check -- scan_float => safe: 2 executions
// check -- scan_set => safe: 2 executions
// check -- size_0 => safe: 2 executions
// check -- star => safe: 2 executions
// check -- strtod_inf => safe: 2 executions
// check -- wide => safe: 2 executions
// check -- wprintf => incomplete: calls outside of control (*) after N executions
// Formats, texts of other alphabets, and what reads them.
#include "how.h"
#include <iconv.h>
#include <langinfo.h>
#include <locale.h>
#include <wchar.h>
#include <math.h>
static atomic_int x;
static void *work(void *u) {
    x = 7;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    int n = -1;
    signed char small = -1;
    long l = -1;
    char b[64];
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    IS(count) {
        printf("abc%n\n", &n);
        assert(n == 3);
    }
    IS(count_char) {
        snprintf(b, sizeof b, "abcd%hhn", &small);
        assert(small == 4);
    }
    IS(count_long) {
        sprintf(b, "%5d%ln", 3, &l);
        assert(l == 5);
    }
    IS(count_null) {
        int *volatile p = NULL;
        snprintf(b, 64, "a%n", p);
    }
    IS(places) {
        snprintf(b, 64, "%2$s-%1$d", 3, "x");
        assert(!strcmp(b, "x-3"));
    }
    IS(star) {
        snprintf(b, 64, "%*d|%-*d|%.*s", 4, 1, 3, 2, 2, "xyz");
        assert(!strcmp(b, "   1|2  |xy"));
    }
    IS(wide) {
        snprintf(b, 64, "%ls", L"abc");
        assert(!strcmp(b, "abc"));
    }
    IS(wprintf) {
        wchar_t v[16];
        swprintf(v, 16, L"%d", 12);
        assert(!wcscmp(v, L"12"));
    }
    IS(float) {
        snprintf(b, 64, "%.3f %e %g %a", 1.5, 2.5, 1e300, 1.0);
        assert(!strcmp(b, "1.500 2.500000e+00 1e+300 0x1p+0"));
    }
    IS(long_double) {
        snprintf(b, 64, "%Lf", 1.25L);
        assert(!strcmp(b, "1.250000"));
    }
    IS(error) {
        errno = ENOENT;
        snprintf(b, 64, "%m");
        assert(!strcmp(b, "No such file or directory"));
    }
    IS(null_text) {
        const char *volatile p = NULL;
        snprintf(b, 64, "%s", p);
        assert(!strcmp(b, "(null)"));
    }
    IS(huge_width) {
        assert(snprintf(b, 64, "%100000d", 1) == 100000);
    }
    IS(size_0) {
        assert(snprintf(NULL, 0, "%d", 1234) == 4);
    }
    IS(overflow) {
        sprintf(b, "%100d", 1);
    }
    IS(locale) {
        setlocale(LC_ALL, "C.UTF-8");
        snprintf(b, 64, "%.1f", 1.5);
        assert(b[1] == '.');
    }
    IS(iconv) {
        iconv_t i = iconv_open("UTF-16LE", "UTF-8");
        char *in = "ab", *out = b;
        size_t a = 2, o = 64;
        if (i != (iconv_t)-1) {
            iconv(i, &in, &a, &out, &o);
            iconv_close(i);
            assert(b[0] == 'a' && b[1] == 0);
        }
    }
    IS(multibyte) {
        wchar_t v[8];
        assert(mbstowcs(v, "abc", 8) == 3);
    }
    IS(langinfo) {
        assert(*nl_langinfo(RADIXCHAR) == '.');
    }
    IS(scan_float) {
        double d;
        assert(sscanf("1.5e3x", "%lf", &d) == 1 && d == 1500);
    }
    IS(scan_set) {
        assert(sscanf("abc123", "%[a-c]%d", b, &n) == 2 && n == 123);
    }
    IS(strtod_inf) {
        assert(isinf(strtod("inf", NULL)));
    }
    pthread_join(t, NULL);
    return 0;
}
