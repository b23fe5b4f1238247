// SPDX-License-Identifier: Apache-2.0
// check -- mebibytes => safe: 1 executions
// check -- gibibytes => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check -- small => safe: 1 executions
// check -- grows => safe: 1 executions
// check -- written => safe: 1 executions
// check --algorithm=source -- mebibytes => safe: 1 executions
// json peak_kib<3000000
// Far less at a time than any machine has. malloc has no reason to fail.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void mebibytes(int count, int writes) {
    for (int i = 0; i < count; i++) {
        char *block = malloc(1 << 20);
        assert(block);
        if (writes)
            memset(block, i, 1 << 20);
        free(block);
    }
}

int main(int count, char **words) {
    const char *what = words[count - 1];
    if (!strcmp(what, "mebibytes"))
        mebibytes(6000, 0);
    if (!strcmp(what, "written"))
        mebibytes(300, 1);
    if (!strcmp(what, "gibibytes")) {
        char *block = malloc(3ul << 30);
        assert(block);
        block[0] = block[(3ul << 30) - 1] = 1;
        free(block);
    }
    for (int i = 0; !strcmp(what, "small") && i < 200000; i++) {
        char *block = malloc((size_t)i % 100);
        assert(block);
        free(block);
    }
    char *block = NULL;
    for (size_t size = 1; !strcmp(what, "grows") && size < 20000; size++) {
        block = realloc(block, size);
        assert(block);
    }
    free(block);
    return 0;
}
