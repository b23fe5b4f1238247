// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Two units for two threads: nobody waits, all four operations are ordered:
// 4!/(2! 2!).
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *unused) {
    sem_wait(&semaphore);
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&semaphore, 0, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
