// SPDX-License-Identifier: Apache-2.0
// check -- mebibytes => safe: 1 executions
// check -- gibibytes => safe: 1 executions
// check --algorithm=source -- mebibytes => safe: 1 executions
// check -- kept => incomplete: heap limit at heap_much.c:24 after 1 executions
// large
// Far more than is in use at any time, or a block that nobody writes to. What
// is too much to be given out and never again makes the search incomplete:
// malloc itself does not fail.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    const char *what = words[count - 1];
    for (int i = 0; !strcmp(what, "mebibytes") && i < 8000; i++) {
        char *block = malloc(1 << 20);
        assert(block);
        block[i] = 1;
        free(block);
    }
    for (int i = 0; !strcmp(what, "kept") && i < 200; i++) {
        static void *blocks[200];
        blocks[i] = malloc(1ul << 30);
        assert(blocks[i]);
    }
    if (!strcmp(what, "gibibytes")) {
        char *block = malloc(3ul << 30);
        assert(block);
        block[0] = block[(3ul << 30) - 1] = 1;
        free(block);
    }
    return 0;
}
