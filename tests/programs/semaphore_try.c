// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Tried before the post (and fails) or after: 2.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *unused) {
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    int result = sem_trywait(&semaphore);
    assert(result == 0 || (result == -1 && errno == EAGAIN));
    pthread_join(thread, NULL);
    sem_getvalue(&semaphore, &value);
    assert(value == (result == 0 ? 0 : 1));
    return 0;
}
