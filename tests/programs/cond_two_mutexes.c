// SPDX-License-Identifier: Apache-2.0
// check => unsafe: api-misuse at cond_two_mutexes.c:18 after N executions
// check --algorithm=source => unsafe: api-misuse at cond_two_mutexes.c:18 after N executions
// Two wait at one condition variable with different mutexes.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *argument) {
    pthread_mutex_t *own = argument;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    pthread_mutex_lock(own);
    pthread_cond_timedwait(&changed, own, &limit);
    pthread_mutex_unlock(own);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, &mutex[0]);
    pthread_create(&b, NULL, work, &mutex[1]);
    pthread_cond_broadcast(&changed);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
