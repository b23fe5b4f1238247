// SPDX-License-Identifier: Apache-2.0
// check --timeout=5 -- waits => safe: N executions
// check --timeout=5 -- sleeps => safe: N executions
// check --timeout=5 -- polls => safe: N executions || safe: N executions, N blocked
// check --timeout=5 -- semaphore => safe: N executions
// check --timeout=5 -- awaits => safe: N executions || safe: N executions, N blocked
// check --timeout=2 -- counts => incomplete: *
// main returns while a thread that serves for ever lives: no finding, as long as
// that thread waits, sleeps or only repeats.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static sem_t jobs;
static atomic_ulong counter;
static atomic_int flag;
static int job;

static void *serve(void *how) {
    if (!strcmp(how, "waits")) {
        pthread_mutex_lock(&mutex);
        while (!job)
            pthread_cond_wait(&work, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    while (!strcmp(how, "sleeps"))
        sleep(1);
    while (!strcmp(how, "polls")) {
        pthread_mutex_lock(&mutex);
        int some = job;
        pthread_mutex_unlock(&mutex);
        if (some)
            break;
    }
    while (!strcmp(how, "semaphore"))
        sem_wait(&jobs);
    if (!strcmp(how, "awaits"))
        while (!flag) {
        }
    while (!strcmp(how, "counts"))
        atomic_fetch_add(&counter, 3);
    return NULL;
}

int main(int count, char **words) {
    static char how[20];
    strncpy(how, words[count - 1], sizeof how - 1);
    sem_init(&jobs, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, serve, how);
    pthread_detach(thread);
    return 0;
}
