// SPDX-License-Identifier: Apache-2.0
// A wait with a time limit in a loop: there are executions without end. It is
// said what to do, and a search that knows states comes to an end by itself.
// check --max-executions=1000 => incomplete: execution limit after 1000 executions
// check --algorithm=source --max-steps=300 --max-executions=1000 => incomplete: execution limit after 1000 executions
// says timed_loop.c:21: this has timed out 10 times in one execution
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!ready) {
        struct timespec limit;
        clock_gettime(CLOCK_REALTIME, &limit);
        limit.tv_sec++;

        pthread_cond_timedwait(&condition, &mutex, &limit);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t id[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&id[i], NULL, waits, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++)
        pthread_join(id[i], NULL);
    return 0;
}
