// SPDX-License-Identifier: Apache-2.0
// A pool of connections counted by a semaphore. The broken one returns the
// connection after it has said that one is free.
//
//     mazurka examples/pool.c
//     => unsafe: assertion at examples/pool.c:44 after 2 executions
//     mazurka examples/pool.c -DFIXED
//     => safe: 2 executions
//
// To learn: a semaphore counts, it does not protect. The report shows the one
// order of two lines, in three threads, that matters.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { CONNECTIONS = 1, CLIENTS = 2 };

static sem_t available;
static atomic_int in_use[CONNECTIONS];

static int acquire(void) {
    sem_wait(&available);
    for (int i = 0; i < CONNECTIONS; i++)
        if (!atomic_exchange(&in_use[i], 1))
            return i;
    return -1;
}

static void release(int connection) {
#ifdef FIXED
    in_use[connection] = 0;
    sem_post(&available);
#else
    sem_post(&available);
    in_use[connection] = 0;
#endif
}

static void *client(void *unused) {
    (void)unused;
    int connection = acquire();
    assert(connection >= 0); // the semaphore said so
    release(connection);
    return NULL;
}

int main(void) {
    sem_init(&available, 0, CONNECTIONS);
    pthread_t threads[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&threads[i], NULL, client, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    sem_destroy(&available);
    return 0;
}
