// SPDX-License-Identifier: Apache-2.0
// check -- leak => unsafe: leak at FILE:N after N executions
// check --no-check=leak -- leak => safe: 1 executions
// check --check=data-race -- leak => safe: 1 executions
// check --check=leak -- leak => unsafe: leak at FILE:N after N executions
// check --no-check=leak,deadlock -- assertion => unsafe: assertion at FILE:N after N executions
// check --no-check=deadlock -- deadlock => incomplete: * || safe: *
// check --no-check=data-race -- race => safe: N executions
// check --check=assertion -- race => safe: N executions
// Which kinds of findings count.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int plain;

static void *work(void *unused) {
    plain++;
    return unused;
}

static void leaks(void) {
    char *volatile block = malloc(10);
    block = malloc(20);
    free(block);
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    if (!strcmp(which, "leak"))
        leaks();
    if (!strcmp(which, "assertion"))
        assert(!"reached");
    if (!strcmp(which, "deadlock")) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&m);
    }
    if (!strcmp(which, "race")) {
        pthread_create(&thread, NULL, work, NULL);
        plain++;
        pthread_join(thread, NULL);
    }
    return 0;
}
