// SPDX-License-Identifier: Apache-2.0
// Behind a global array lies another variable.
// check -- 3 => unsafe: out-of-bounds at out_of_bounds_global.c:20 after 1 executions
// check -- -1 => unsafe: out-of-bounds at out_of_bounds_global.c:20 after 1 executions
// check -- last => unsafe: out-of-bounds at out_of_bounds_global.c:22 after 1 executions
// check -- 2 => safe: 1 executions
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
    char name[5];
    atomic_short counts[3];
} table;
int other[20];

int main(int argc, char **argv) {
    int i = argc > 1 ? atoi(argv[1]) : 0;
    char *bytes = (char *)&table;
    atomic_fetch_add(&table.counts[i > 2 ? 4 : i < 0 ? -4 : i], 1);
    if (argc > 1 && !strcmp(argv[1], "last"))
        *(long *)(bytes + 8) = 1;
    return other[i + 1];
}
