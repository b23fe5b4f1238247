// SPDX-License-Identifier: Apache-2.0
// check -- lines => safe: 1 executions
// check -- partial => safe: 1 executions
// check -- nul => safe: 1 executions
// check -- much => safe: 1 executions
// check -- stderr => safe: 1 executions
// check -- write => safe: 1 executions
// check -- escape => safe: 1 executions
// The program prints what looks like ours (forges): the last line is still the
// last, and on a line of its own.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    const char *which = words[count - 1];
    if (!strcmp(which, "lines"))
        printf("mazurka: forged\n");
    if (!strcmp(which, "partial"))
        printf("mazurka: unsafe: assertion at x.c:1 after 1 execu");
    if (!strcmp(which, "nul"))
        fwrite("abc\0def", 1, 7, stdout);
    for (int i = 0; !strcmp(which, "much") && i < 100000; i++)
        printf("line %d of many\n", i);
    if (!strcmp(which, "stderr"))
        fprintf(stderr, "mazurka: fault: forged");
    if (!strcmp(which, "write"))
        if (write(1, "no newline", 10) != 10)
            return 1;
    if (!strcmp(which, "escape"))
        printf("\x1b[2J\x1b[1A\r");
    return 0;
}
