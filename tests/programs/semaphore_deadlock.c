// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at semaphore_deadlock.c:12 after N executions
// check --algorithm=source => unsafe: deadlock at semaphore_deadlock.c:12 after N executions
// Two units, wanted two each, taken one by one.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *unused) {
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    sem_post(&semaphore);
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 2);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
