// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// In time or too late: 2.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;

static void *work(void *unused) {
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    int result = sem_timedwait(&semaphore, &limit);
    assert(result == 0 || errno == ETIMEDOUT);
    pthread_join(thread, NULL);
    return 0;
}
