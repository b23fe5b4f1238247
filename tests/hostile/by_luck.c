// SPDX-License-Identifier: Apache-2.0
// large
// check -- clock => unsafe: assertion at FILE:N after 1 executions
// check -- number => safe: 1 executions
// check -- random => unsafe: assertion at FILE:N after N executions || incomplete: *
// What the processor makes up. Where the compiler knows of it, it is the same
// every time. In assembly, a finding that happened twice was confirmed, but
// whether it happens a third time is luck.
// flags -mrdrnd
#include <assert.h>
#include <string.h>
#include <x86intrin.h>

int main(int count, char **words) {
    const char *which = words[count - 1];
    unsigned random = 1;
    if (!strcmp(which, "clock"))
        assert(__rdtsc() / 64 % 2);
    if (!strcmp(which, "number")) {
        unsigned long long first, second;
        assert(_rdrand64_step(&first) && _rdrand64_step(&second));
        assert(first != second);
    }
    if (!strcmp(which, "random")) {
        __asm__ volatile("rdrand %0" : "=r"(random));
        assert(random % 2);
    }
    return 0;
}
