// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph -- mutex => safe: 6 executions
// check --memory=rc11 -- mutex => safe: 6 executions
// check --memory=tso -- mutex => safe: 6 executions
// check --memory=ra -- mutex => safe: 6 executions
// check --memory=rc11 -- spin => safe: 6 executions
// check --memory=rc11 -- semaphore => safe: 6 executions
// check --memory=rc11 -- rwlock => safe: 6 executions
// check --memory=rc11 -- once => safe: 3 executions, 9 blocked
// check --memory=rc11 -- barrier => safe: 36 executions
// check --memory=rc11 -- condition => safe: 10 executions
// check --memory=rc11 -- trylock => unsafe: data-race at weak_api.c:N after 2 executions
// Under a weak memory, too, what the thread API orders is ordered: a plain
// counter needs no more. A trylock that fails orders nothing.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

enum { THREADS = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static const char *way;
static int count, turn, made;

static void make(void) {
    made = 1;
}

static void *work(void *argument) {
    int self = *(int *)argument;
    if (!strcmp(way, "mutex")) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_mutex_unlock(&mutex);
    } else if (!strcmp(way, "spin")) {
        pthread_spin_lock(&spin);
        count++;
        pthread_spin_unlock(&spin);
    } else if (!strcmp(way, "semaphore")) {
        sem_wait(&semaphore);
        count++;
        sem_post(&semaphore);
    } else if (!strcmp(way, "rwlock")) {
        pthread_rwlock_wrlock(&rwlock);
        count++;
        pthread_rwlock_unlock(&rwlock);
    } else if (!strcmp(way, "once")) {
        pthread_once(&once, make);
        assert(made == 1);
    } else if (!strcmp(way, "barrier")) {
        if (self == 0)
            count = THREADS;
        pthread_barrier_wait(&barrier);
        assert(count == THREADS);
        pthread_mutex_lock(&mutex);
        turn++;
        pthread_mutex_unlock(&mutex);
    } else if (!strcmp(way, "condition")) {
        pthread_mutex_lock(&mutex);
        while (turn != self)
            pthread_cond_wait(&condition, &mutex);
        turn++;
        count++;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
    } else if (self == 0) {
        count = 1;
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    } else if (self == 1) {
        if (pthread_mutex_trylock(&mutex))
            assert(count == 1);
        else
            pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t[THREADS];
    int numbers[THREADS] = {0, 1, 2};
    way = argc > 1 ? argv[1] : "mutex";
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, THREADS);
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, &numbers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
