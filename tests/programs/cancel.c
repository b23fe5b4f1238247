// SPDX-License-Identifier: Apache-2.0
// check => not checked: calls pthread_cancel() at cancel.c:19, which is not supported
// check --algorithm=source => not checked: calls pthread_cancel() at cancel.c:19, which is not supported
// Cancellation is not modelled.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *unused) {
    sem_wait(&never);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
