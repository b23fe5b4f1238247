// SPDX-License-Identifier: Apache-2.0
// check -- file => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: * || safe: 1 executions
// check -- vector => unsafe: * at FILE:N after N executions || incomplete: * || not checked: * || safe: 1 executions
// check -- stack => unsafe: assertion at FILE:N after N executions || incomplete: * || safe: 1 executions
// check -- heap => unsafe: assertion at FILE:N after N executions || incomplete: * || safe: 1 executions
// check -- code => unsafe: assertion at FILE:N after N executions || incomplete: * || safe: 1 executions
// check -- mapped => unsafe: assertion at FILE:N after N executions || incomplete: * || safe: 1 executions || not checked: *
// check -- library => unsafe: assertion at FILE:N after N executions || incomplete: * || safe: 1 executions
// Numbers that differ from process to process: what is said of one holds in the
// next, too.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **words) {
    const char *which = words[count - 1];
    int here = 1;
    if (!strcmp(which, "file")) {
        FILE *file = fopen("/dev/urandom", "r");
        assert(fgetc(file) % 2);
    }
    if (!strcmp(which, "vector"))
        assert(*(unsigned char *)getauxval(AT_RANDOM) % 2);
    int *volatile at = &here;
    if (!strcmp(which, "stack"))
        assert((uintptr_t)at / 4096 % 2);
    at = malloc(10);
    if (!strcmp(which, "heap"))
        assert((uintptr_t)at / 65536 % 2);
    free(at);
    if (!strcmp(which, "code"))
        assert((uintptr_t)&main / 4096 % 2);
    if (!strcmp(which, "mapped"))
        assert((uintptr_t)mmap(NULL, 4096, PROT_READ,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) /
               4096 % 2);
    if (!strcmp(which, "library"))
        assert((uintptr_t)stdout / 4096 % 2);
    return 0;
}
