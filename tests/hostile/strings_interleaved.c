// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- strlen => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- strcat => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- strcmp => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- strcpy => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- printf => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave -- strtol => unsafe: assertion at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- strlen => unsafe: data-race at FILE:N after N executions
// Functions whose extent depends on what they read, beside a thread that
// writes: "12" becomes "123" becomes "1". Some order has the outcome that is
// asserted away.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[16] = "12";
static char other[16] = "1";

static void *change(void *unused) {
    text[2] = '3';
    text[1] = 0;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t thread;
    char copy[16] = "";
    pthread_create(&thread, NULL, change, NULL);
    if (!strcmp(which, "strlen"))
        assert(strlen(text) != 3);
    if (!strcmp(which, "strcat"))
        assert(strlen(strcat(other, text)) != 4);
    if (!strcmp(which, "strcmp"))
        assert(strcmp(text, "123") != 0);
    if (!strcmp(which, "strcpy"))
        assert(strcmp(strcpy(copy, text), "123") != 0);
    if (!strcmp(which, "printf"))
        assert(snprintf(copy, sizeof copy, "%s", text) != 3);
    if (!strcmp(which, "strtol"))
        assert(strtol(text, NULL, 10) != 123);
    pthread_join(thread, NULL);
    return 0;
}
