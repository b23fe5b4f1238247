// SPDX-License-Identifier: Apache-2.0
// check => safe: 24 executions
// check --algorithm=source => safe: 24 executions
// check --races=interleave => safe: 24 executions
// A tree of threads with four leaves that lock once each: 4! orders.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int leaves;

static void *grow(void *depth) {
    if (!depth) {
        pthread_mutex_lock(&mutex);
        leaves++;
        pthread_mutex_unlock(&mutex);
        return NULL;
    }
    pthread_t left, right;
    void *next = (void *)((intptr_t)depth - 1);
    pthread_create(&left, NULL, grow, next);
    pthread_create(&right, NULL, grow, next);
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    return NULL;
}

int main(void) {
    grow((void *)2);
    assert(leaves == 4);
    return 0;
}
