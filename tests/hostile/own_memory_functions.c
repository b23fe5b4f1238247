// SPDX-License-Identifier: Apache-2.0
// flags -fno-builtin
// check => safe: 1 executions || not checked: *
// The program defines memcpy and memset itself, with a trace of it.
#include <assert.h>
#include <stddef.h>

static int calls;

void *memcpy(void *to, const void *from, size_t size) {
    calls++;
    for (volatile size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t size) {
    calls++;
    for (volatile size_t i = 0; i < size; i++)
        ((volatile char *)to)[i] = (char)byte;
    return to;
}

int main(void) {
    static char one[10], two[10];
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    memset(one, 7, 10);
    copy(two, one, 10);
    assert(two[9] == 7);
    assert(calls == 2);
    return 0;
}
