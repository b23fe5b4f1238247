// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// A semaphore of one as a lock: 3! orders.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int count;

static void *work(void *unused) {
    sem_wait(&semaphore);
    count++;
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    sem_destroy(&semaphore);
    return count - 3;
}
