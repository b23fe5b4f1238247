// SPDX-License-Identifier: Apache-2.0
// check => safe: 8 executions
// check --algorithm=source => safe: 8 executions
// check --races=interleave => safe: 8 executions
// One place, two items, one who puts and one who takes; who has to wait waits
// at a condition variable: 8 classes, counted by brute force.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER,
                      not_empty = PTHREAD_COND_INITIALIZER;
static bool full;
static int place;

static void put(int value) {
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&not_full, &mutex);
    place = value;
    full = true;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int take(void) {
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&not_empty, &mutex);
    int value = place;
    full = false;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return value;
}

static void *consume(void *unused) {
    assert(take() == 1);
    assert(take() == 2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    put(1);
    put(2);
    pthread_join(thread, NULL);
    return 0;
}
