// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// The value is read before, between or after two posts of one thread: 3.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *unused) {
    sem_post(&semaphore);
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_getvalue(&semaphore, &value);
    assert(value >= 0 && value <= 2);
    pthread_join(thread, NULL);
    return 0;
}
