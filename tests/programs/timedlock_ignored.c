// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at timedlock_ignored.c:15 after N executions
// check --algorithm=source => unsafe: mutex-misuse at timedlock_ignored.c:15 after N executions
// Nobody looks whether the lock came in time: what is unlocked is main's.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    pthread_mutex_timedlock(&mutex, &limit);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
