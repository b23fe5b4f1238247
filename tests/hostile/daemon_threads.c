// SPDX-License-Identifier: Apache-2.0
// check --timeout=5 -- waits => safe: N executions
// check --timeout=5 -- sleeps => safe: N executions || safe: N executions, N blocked
// check --timeout=5 -- polls => safe: N executions || safe: N executions, N blocked
// check --timeout=5 -- semaphore => safe: N executions
// check --timeout=5 -- awaits => safe: N executions || safe: N executions, N blocked
// check --timeout=2 -- counts => incomplete: *
// main returns while a thread that serves for ever lives: no finding, as long
// as that thread waits, sleeps or only repeats.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static sem_t jobs;
static atomic_ulong counter;
static atomic_int flag;
static int job;

static void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!job)
        pthread_cond_wait(&change, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *sleeps(void *unused) {
    for (;;)
        sleep(1);
    return unused;
}

static void *polls(void *unused) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        int some = job;
        pthread_mutex_unlock(&mutex);
        if (some)
            return unused;
    }
}

static void *semaphore(void *unused) {
    for (;;)
        sem_wait(&jobs);
    return unused;
}

static void *awaits(void *unused) {
    while (!flag) {
    }
    return unused;
}

static void *counts(void *unused) {
    while (atomic_fetch_add(&counter, 3) != 1) {
    }
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    static const struct {
        const char *name;
        void *(*serve)(void *);
    } servers[] = {{"waits", waits},         {"sleeps", sleeps},
                   {"polls", polls},         {"awaits", awaits},
                   {"semaphore", semaphore}, {"counts", counts}};
    sem_init(&jobs, 0, 0);
    for (int i = 0; i < 6; i++)
        if (!strcmp(servers[i].name, which)) {
            pthread_t thread;
            pthread_create(&thread, NULL, servers[i].serve, NULL);
            pthread_detach(thread);
        }
    return 0;
}
