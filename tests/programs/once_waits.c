// SPDX-License-Identifier: Apache-2.0
// The routine waits for another thread, which waits for the routine if it comes
// second.
// check => unsafe: livelock at once_waits.c:28 after 2 executions
// says waits until control == 1, and it is 0
#include <pthread.h>
#include <semaphore.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static sem_t go;
static _Thread_local int me;

static void initialise(void) {
    if (me)
        sem_wait(&go);
}

static void *work(void *unused) {
    me = 1;
    pthread_once(&control, initialise);
    return unused;
}

int main(void) {
    pthread_t id;
    sem_init(&go, 0, 0);
    pthread_create(&id, NULL, work, NULL);
    pthread_once(&control, initialise);
    sem_post(&go);
    pthread_join(id, NULL);
    return 0;
}
