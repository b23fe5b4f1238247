// SPDX-License-Identifier: Apache-2.0
// check --timeout=20 --max-memory=300 -- small => incomplete: *
// check --timeout=20 --max-memory=300 -- large => incomplete: *
// check --timeout=20 --max-memory=300 -- steps => incomplete: *
// check --timeout=20 --max-memory=300 -- line => incomplete: * || not checked: *
// slow
// within 23
// It wants ever more.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *volatile last;

int main(int count, char **words) {
    const char *what = words[count - 1];
    static atomic_ulong steps;
    char *line = NULL;
    size_t room = 0;
    if (!strcmp(what, "line")) {
        FILE *zero = fopen("/dev/zero", "r");
        if (!zero || getline(&line, &room, zero) < 0)
            abort();
    }
    for (;;) {
        if (!strcmp(what, "steps")) {
            atomic_fetch_add(&steps, 5);
            continue;
        }
        size_t size = !strcmp(what, "small") ? 64 : 1 << 20;
        char *block = malloc(size);
        if (!block)
            abort();
        memset(block, 1, size);
        last = block;
    }
}
