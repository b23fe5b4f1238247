// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// prints 42 0x2a text 1.50 %
// prints put together
// prints a number: -7
// What the printf family makes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[20];
    volatile size_t room = 4;
    printf("%d %#x %s %.2f %%\n", 42, 42, "text", 1.5);
    fputs("put", stdout);
    putchar(' ');
    fputc('t', stdout);
    fwrite("ogether\n", 1, 8, stdout);
    assert(snprintf(buffer, sizeof buffer, "a number: %ld", -7L) == 12);
    assert(strcmp(buffer, "a number: -7") == 0);
    assert(snprintf(buffer, room, "%s", "too long") == 8);
    assert(strcmp(buffer, "too") == 0);
    sprintf(buffer, "a number: %d", -7);
    puts(buffer);
    fprintf(stderr, "not a result\n");
    fflush(stdout);
    return 0;
}
