// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// In time before the writer, too late while it writes, in time after it: 3.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    int result = pthread_rwlock_timedrdlock(&lock, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
