// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// Whoever has waited in vain until some time is not earlier than that.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_over(const struct timespec *limit) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec > limit->tv_sec || (now.tv_sec == limit->tv_sec &&
                                          now.tv_nsec >= limit->tv_nsec);
}

static void *waits(void *unused) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 5;
    pthread_mutex_lock(&mutex);
    while (!ready && !is_over(&limit))
        if (pthread_cond_timedwait(&changed, &mutex, &limit) == ETIMEDOUT)
            assert(is_over(&limit));
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
