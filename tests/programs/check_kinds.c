// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check -- leak => unsafe: leak at check_kinds.c:26 after 1 executions
// check --no-check=leak -- leak => safe: 2 executions
// check --check=data-race,deadlock -- leak => safe: 2 executions
// check --check=leak,abort --no-check=abort -- leak => unsafe: leak at check_kinds.c:26 after 1 executions
// check -k -- number => unsafe: exit-status at check_kinds.c:47 after 1 executions
// check --no-check=exit-status -- number => unsafe: leak at check_kinds.c:26 after 1 executions
// check --no-check=exit-status,leak -- number => safe: 1 executions
// check --no-check=data-race -- race => unsafe: assertion at check_kinds.c:54 after N executions
// check --no-check=data-race,assertion -- race => safe: 1 executions, 1 blocked
// check --no-check=assertion -- race => unsafe: data-race at check_kinds.c:N after 1 executions
// check --no-check=deadlock -- deadlock => safe: 1 executions, 1 blocked
// check --no-check=null-dereference -- null => safe: 1 executions, 1 blocked
// check --abort=assume -- abort => safe: 1 executions, 1 blocked
// check -- abort => unsafe: abort at check_kinds.c:N after 2 executions
// What does not count is no finding, and the search goes on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <mazurka.h>

static void leaks(void) {
    char *volatile block = malloc(10);
    block = malloc(20);
    free(block);
}

static int plain;

static void *work(void *unused) {
    plain++;
    return unused;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(int count, char **words) {
    const char *which = words[count - 1];
    int *volatile nowhere = NULL;
    pthread_t thread;
    if (!strcmp(which, "leak") || !strcmp(which, "number"))
        leaks();
    if (!strcmp(which, "number"))
        return 7;
    if (!strcmp(which, "race")) {
        pthread_create(&thread, NULL, work, NULL);
        plain++;
        pthread_join(thread, NULL);
    }
    if (mz_choose(2)) {
        assert(strcmp(which, "race"));
        if (!strcmp(which, "deadlock"))
            pthread_mutex_lock(&mutex), pthread_mutex_lock(&mutex);
        if (!strcmp(which, "null"))
            *nowhere = 1;
        if (!strcmp(which, "abort"))
            abort();
    }
    return 0;
}
