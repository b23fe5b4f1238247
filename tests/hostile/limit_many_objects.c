// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// 5000 of each.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutexes[5000];
static pthread_cond_t conditions[5000];
static pthread_rwlock_t locks[5000];
static pthread_barrier_t barriers[5000];
static sem_t semaphores[5000];

int main(void) {
    for (int i = 0; i < 5000; i++) {
        pthread_mutex_init(&mutexes[i], NULL);
        pthread_cond_init(&conditions[i], NULL);
        pthread_rwlock_init(&locks[i], NULL);
        pthread_barrier_init(&barriers[i], NULL, 70000);
        sem_init(&semaphores[i], 0, 1);
    }
    for (int i = 0; i < 5000; i++) {
        assert(pthread_mutex_lock(&mutexes[i]) == 0);
        assert(pthread_rwlock_wrlock(&locks[i]) == 0);
        assert(sem_wait(&semaphores[i]) == 0);
        pthread_cond_signal(&conditions[i]);
    }
    for (int i = 0; i < 5000; i++) {
        assert(pthread_mutex_unlock(&mutexes[i]) == 0);
        assert(pthread_rwlock_unlock(&locks[i]) == 0);
        pthread_barrier_destroy(&barriers[i]);
    }
    return 0;
}
