// SPDX-License-Identifier: Apache-2.0
// check --algorithm=pop --max-executions=3 => incomplete: execution limit after 3 executions
// check --algorithm=optimal --max-executions=3 => incomplete: execution limit after 3 executions
// Who has waited in vain lets others go on: nobody times out fifty times before.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waits(void *unused) {
    struct timespec limit = {1, 0};
    pthread_mutex_lock(&mutex);
    for (int times = 0; !ready; times++) {
        assert(times < 50);
        pthread_cond_timedwait(&condition, &mutex, &limit);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, waits, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(id, NULL);
    return 0;
}
