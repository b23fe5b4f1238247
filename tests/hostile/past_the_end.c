// SPDX-License-Identifier: Apache-2.0
// flags -w
// check --no-check=leak -- sprintf local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- sprintf global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- sprintf heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- snprintf local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- snprintf global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- snprintf heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strcpy local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strcpy global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strcpy heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memcpy local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memcpy global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memcpy heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memset local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memset global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- memset heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strncat local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strncat global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strncat heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- sscanf local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- sscanf global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- sscanf heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strlen local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strlen global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- strlen heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- write local => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- write global => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- write heap => unsafe: out-of-bounds at FILE:N after 1 executions
// check --no-check=leak -- fits local => safe: 1 executions
// check --no-check=leak -- fits global => safe: 1 executions
// Library functions that run over the end of an array of 8 bytes: a local one,
// a global one, or a block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char before[16], array[8], after[16], source[64] = "123456789abcdef";
static const char long_text[] = "123456789abcdef";

static void act(const char *which, char *block) {
    size_t length = strlen(which) ? 8 : 0;
    char local[8] = "", behind[64] = "";
    if (!strcmp(block, "local")) {
        if (!strcmp(which, "sprintf"))
            (void)(sprintf(local, "%s", long_text));
        if (!strcmp(which, "snprintf"))
            (void)(snprintf(local, 20, "%s", long_text));
        if (!strcmp(which, "strcpy"))
            (void)(strcpy(local, long_text));
        if (!strcmp(which, "memcpy"))
            (void)(memcpy(local, source, 16));
        if (!strcmp(which, "memset"))
            (void)(memset(local, 0, length + 1));
        if (!strcmp(which, "strncat"))
            (void)(strncat(local, long_text, 12));
        if (!strcmp(which, "sscanf"))
            (void)(sscanf(long_text, "%s", local));
        if (!strcmp(which, "strlen"))
            (void)(strlen(memset(local, 1, 8)));
        if (!strcmp(which, "write"))
            (void)(fwrite(local, 1, 20, stdout));
        if (!strcmp(which, "fits"))
            snprintf(local, 8, "%s", long_text), memset(local, 0, length);
    } else if (!strcmp(block, "global")) {
        if (!strcmp(which, "sprintf"))
            (void)(sprintf(array, "%s", long_text));
        if (!strcmp(which, "snprintf"))
            (void)(snprintf(array, 20, "%s", long_text));
        if (!strcmp(which, "strcpy"))
            (void)(strcpy(array, long_text));
        if (!strcmp(which, "memcpy"))
            (void)(memcpy(array, source, 16));
        if (!strcmp(which, "memset"))
            (void)(memset(array, 0, length + 1));
        if (!strcmp(which, "strncat"))
            (void)(strncat(array, long_text, 12));
        if (!strcmp(which, "sscanf"))
            (void)(sscanf(long_text, "%s", array));
        if (!strcmp(which, "strlen"))
            (void)(strlen(memset(array, 1, 8)));
        if (!strcmp(which, "write"))
            (void)(fwrite(array, 1, 20, stdout));
        if (!strcmp(which, "fits"))
            snprintf(array, 8, "%s", long_text), memset(array, 0, length);
    } else {
        block = malloc(8);
        if (!strcmp(which, "sprintf"))
            (void)(sprintf(block, "%s", long_text));
        if (!strcmp(which, "snprintf"))
            (void)(snprintf(block, 20, "%s", long_text));
        if (!strcmp(which, "strcpy"))
            (void)(strcpy(block, long_text));
        if (!strcmp(which, "memcpy"))
            (void)(memcpy(block, source, 16));
        if (!strcmp(which, "memset"))
            (void)(memset(block, 0, length + 1));
        if (!strcmp(which, "strncat"))
            (void)(strncat(block, long_text, 12));
        if (!strcmp(which, "sscanf"))
            (void)(sscanf(long_text, "%s", block));
        if (!strcmp(which, "strlen"))
            (void)(strlen(memset(block, 1, 8)));
        if (!strcmp(which, "write"))
            (void)(fwrite(block, 1, 20, stdout));
        if (!strcmp(which, "fits"))
            snprintf(block, 8, "%s", long_text), memset(block, 0, length);
    }
    before[0] = after[0] = behind[0];
}

int main(int count, char **words) {
    act(words[1], words[2]);
    return 0;
}
