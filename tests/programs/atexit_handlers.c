// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// prints in reverse order: 2 1
// Handlers run in reverse order, in each execution; two locks: 2! orders.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[2], count;

static void first(void) {
    order[count++] = 1;
    assert(count == 2 && order[0] == 2);
    printf("in reverse order: %d %d\n", order[0], order[1]);
}

static void second(void) {
    order[count++] = 2;
}

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    atexit(first);
    atexit(second);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    exit(0);
}
