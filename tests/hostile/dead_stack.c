// SPDX-License-Identifier: Apache-2.0
// check -- return => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// check -- exit => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// check -- local => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// check -- local_exit => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// check -- reused => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// check --algorithm=source -- exit => unsafe: use-after-free at FILE:N after N executions || unsafe: segfault at FILE:N after N executions
// Variables of a thread that has ended: on its stack, and thread-local ones.
#include <pthread.h>
#include <string.h>

static const char *which;
static int *left;
static _Thread_local int own;

static void *work(void *unused) {
    int here = 1;
    left = strstr(which, "local") ? &own : &here;
    *(volatile int *)left = 2;
    if (strstr(which, "exit"))
        pthread_exit(NULL);
    return unused;
}

static void *quiet(void *unused) {
    volatile int some[100];
    for (int i = 0; i < 100; i++)
        some[i] = i;
    return some[3] == 3 ? unused : NULL;
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    if (!strcmp(which, "reused")) {
        pthread_create(&thread, NULL, quiet, NULL);
        pthread_join(thread, NULL);
    }
    return *(volatile int *)left == 77;
}
