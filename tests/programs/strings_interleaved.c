// SPDX-License-Identifier: Apache-2.0
// How much these functions read depends on what is there, and another thread
// changes that: what they are about to do does not depend on it.
// check --races=interleave -- strlen => safe: 2 executions
// check --races=interleave --algorithm=optimal -- strlen => safe: 2 executions
// check --races=interleave --algorithm=quasi -- strlen => safe: 2 executions
// check --races=interleave -- strcmp => safe: 2 executions
// check --races=interleave --algorithm=optimal -- strcmp => safe: 2 executions
// check --races=interleave -- strcpy => safe: 2 executions
// check --races=interleave --algorithm=optimal -- strcpy => safe: 2 executions
// check --races=interleave -- strcat => safe: 2 executions
// check --races=interleave --algorithm=optimal -- strcat => safe: 2 executions
// check --races=interleave -- strstr => safe: 2 executions
// check --races=interleave --algorithm=optimal -- strstr => safe: 2 executions
// check --races=interleave -- strtol => safe: 2 executions
// check --races=interleave -- printf => safe: 2 executions
// check --races=interleave -- longer => safe: 4 executions
// check --races=interleave --algorithm=optimal -- longer => safe: 4 executions
// check --races=interleave --algorithm=all -- longer => safe: N executions
// never nondeterminism
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[64] = "12", from[64] = "3456", wanted[8] = "4";
static atomic_int x;

static void *change(void *unused) {
    memcpy(text, from, 40);
    return unused;
}

static int is(char **words, const char *name) {
    return !strcmp(words[1], name);
}

static void check(char **words) {
    char copy[80] = "";
    long n = -1;
    if (is(words, "strlen"))
        n = (long)strlen(text);
    if (is(words, "strcmp"))
        n = strcmp(text, "12") ? 4 : 2;
    if (is(words, "strcpy"))
        n = (long)strlen(strcpy(copy, text));
    if (is(words, "strcat"))
        n = (long)strlen(strcat(strcat(copy, "a"), text)) - 1;
    if (is(words, "strstr"))
        n = strstr(text, wanted) ? 4 : 2;
    if (is(words, "strtol"))
        n = strtol(text, NULL, 10) == 12 ? 2 : 4;
    if (is(words, "printf"))
        n = snprintf(copy, sizeof copy, "%s", text);
    if (is(words, "longer"))
        n = (long)strlen(text) == 35 ? 2 : 4;
    assert(n == 2 || n == 4);
}

int main(int count, char **words) {
    (void)count;
    pthread_t thread;
    if (is(words, "longer"))
        strcpy(text, "a text that has more than 32 bytes.");
    pthread_create(&thread, NULL, change, NULL);
    x++;
    check(words);
    pthread_join(thread, NULL);
    return 0;
}
