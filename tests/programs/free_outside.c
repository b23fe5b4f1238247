// SPDX-License-Identifier: Apache-2.0
// check --trust=all -- global => unsafe: invalid-free at free_outside.c:20 after 1 executions
// check --trust=all -- local => unsafe: invalid-free at free_outside.c:20 after 1 executions
// check --trust=all -- library => safe: 1 executions
// What an outside function has allocated may be freed, and no variable.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int global[10];

int main(int count, char **words) {
    const char *which = words[count - 1];
    void *(*allocates)(size_t);
    int local[10];
    *(void **)&allocates = dlsym(RTLD_DEFAULT, "malloc");
    void *block = allocates(10);
    local[0] = global[0];
    free(!strcmp(which, "global")  ? global
         : !strcmp(which, "local") ? local
                                   : block);
    return local[0];
}
