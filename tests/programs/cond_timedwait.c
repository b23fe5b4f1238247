// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// never ends while it holds
// The setter comes first: no wait. Else the time is over before the signal, and
// the mutex is taken again before or after the setter; or after the signal.
// 1 + 2 + 1.
#include <assert.h>
#include <errno.h>
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
    int result = 0;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (!ready)
        result = pthread_cond_timedwait(&changed, &mutex, &limit);
    assert(result == ETIMEDOUT || (result == 0 && ready));
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
