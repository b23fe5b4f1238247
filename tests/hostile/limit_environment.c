// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// 2000 variables, each of which is there afterwards; and one of 100,000 bytes.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[40];
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "VARIABLE_%d", i);
        assert(setenv(name, name, 1) == 0);
    }
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "VARIABLE_%d", i);
        char *value = getenv(name);
        assert(value && strcmp(value, name) == 0);
    }
    static char large[100001];
    memset(large, 'x', sizeof large - 1);
    assert(setenv("LARGE", large, 1) == 0);
    assert(strlen(getenv("LARGE")) == 100000);
    return 0;
}
