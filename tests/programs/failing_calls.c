// SPDX-License-Identifier: Apache-2.0
// check -- memory => safe: 1 executions
// check --failing-malloc=1 -- memory => unsafe: null-dereference at failing_calls.c:25 after 2 executions
// check --failing-malloc=1 -- checked => safe: 3 executions
// check --failing-malloc=2 -- checked => safe: 4 executions
// check -- thread => safe: 1 executions
// check --failing-calls -- thread => unsafe: assertion at failing_calls.c:35 after 2 executions
// check --failing-calls -- made => safe: 4 executions
// What may fail for want of memory or threads does, if that is asked for.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *unused) {
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    if (!strcmp(which, "memory")) {
        int *block = malloc(4);
        *block = 1;
        free(block);
    } else if (!strcmp(which, "checked")) {
        char *one = calloc(1, 8), *two = malloc(10);
        assert((one && two) || errno == ENOMEM);
        free(one);
        free(two);
    } else if (!strcmp(which, "thread")) {
        pthread_t thread;
        int error = pthread_create(&thread, NULL, work, NULL);
        assert(!error);
        pthread_join(thread, NULL);
    } else {
        pthread_mutex_t mutex;
        sem_t units;
        int error = pthread_mutex_init(&mutex, NULL);
        assert(!error || error == ENOMEM);
        assert(!sem_init(&units, 0, 0) || errno == ENOSPC);
    }
}
