// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// What they return, in a thread of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *unused) {
    char buffer[32] = "one";
    char *rest;
    strcat(buffer, ",two");
    assert(strlen(buffer) == 7 && strcmp(buffer, "one,two") == 0);
    assert(strncmp(buffer, "one;", 3) == 0);
    assert(strchr(buffer, 't') == buffer + 4);
    assert(strrchr(buffer, 'o') == buffer + 6);
    assert(strstr(buffer, "two") == buffer + 4);
    assert(strcmp(strtok_r(buffer, ",", &rest), "one") == 0);
    assert(strcmp(strtok_r(NULL, ",", &rest), "two") == 0);
    assert(strtok_r(NULL, ",", &rest) == NULL);
    memmove(buffer + 1, buffer, 4);
    assert(memcmp(buffer, "oone", 5) == 0);
    assert(memchr(buffer, 'n', 4) == buffer + 2);
    strncpy(buffer, "abc", 8);
    assert(buffer[7] == 0 && strspn(buffer, "ab") == 2);
    assert(atoi("12") == 12 && strtol("-0x1f", &rest, 16) == -31 && !*rest);
    assert(strtod("2.5e1", NULL) == 25.0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
