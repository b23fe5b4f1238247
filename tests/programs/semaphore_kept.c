// SPDX-License-Identifier: Apache-2.0
// A slot that is not given back when something fails: the report names who has
// taken it. The second semaphore tells of something done: nobody keeps that.
// check => unsafe: deadlock at semaphore_kept.c:36 after N executions
// says main and main/1 wait for ever
// says waits for semaphore slots, which is 0
// says main/2 has taken slots at semaphore_kept.c:19 and not given it back before
// never taken done
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

static sem_t slots, done;

static int work(int n) { return n == 1 ? -1 : 0; }

static void *request(void *n) {
    sem_wait(&slots);
    if (work((int)(intptr_t)n) < 0) {
        sem_post(&done);
        return NULL;
    }
    sem_post(&slots);
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    sem_init(&slots, 0, 1);
    sem_init(&done, 0, 0);
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, request, (void *)i);
    for (int i = 0; i < 2; i++)
        sem_wait(&done);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
