// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,source,all -- destroy => unsafe: mutex-misuse at FILE:N after N executions || unsafe: api-misuse at FILE:N after N executions
// check --algorithm=auto,optimal,source,all -- condition => unsafe: api-misuse at FILE:N after N executions || unsafe: mutex-misuse at FILE:N after N executions || unsafe: deadlock at FILE:N after N executions
// check --algorithm=auto,optimal,source,all -- rwlock => unsafe: mutex-misuse at FILE:N after N executions || unsafe: api-misuse at FILE:N after N executions
// check --algorithm=auto,optimal,source,all -- unlock => unsafe: mutex-misuse at FILE:N after N executions
// check --algorithm=auto,optimal,source,all -- unlocked => unsafe: mutex-misuse at FILE:N after N executions
// Whether it is a misuse depends on the order: it is judged when it happens.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t ready;
static atomic_int x;
static const char *which;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *unused) {
    if (is("condition")) {
        pthread_mutex_lock(&m);
        sem_post(&ready);
        if (!x)
            pthread_cond_wait(&condition, &m);
        pthread_mutex_unlock(&m);
    } else if (is("rwlock")) {
        pthread_rwlock_rdlock(&lock);
        sem_post(&ready);
        pthread_rwlock_unlock(&lock);
    } else {
        pthread_mutex_lock(&m);
        sem_post(&ready);
        x = 1;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    if (is("unlocked")) { // by who does not hold it, if it is held at all
        if (x)
            pthread_mutex_unlock(&m);
    } else if (is("unlock")) {
        sem_wait(&ready);
        if (pthread_mutex_trylock(&m) != 0)
            pthread_mutex_unlock(&m);
        else
            pthread_mutex_unlock(&m);
    } else {
        sem_wait(&ready);
        x = 1;
        if (is("destroy"))
            pthread_mutex_destroy(&m);
        if (is("rwlock"))
            pthread_rwlock_destroy(&lock);
        if (is("condition")) {
            pthread_cond_destroy(&condition);
        }
    }
    pthread_join(thread, NULL);
    return 0;
}
