// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at cond_timedwait_late.c:30 after N executions
// check --algorithm=source => unsafe: assertion at cond_timedwait_late.c:30 after N executions
// The time can be over before the other one comes.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 3600;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_timedwait(&changed, &mutex, &limit);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
