// SPDX-License-Identifier: Apache-2.0
// check -- lock => unsafe: mutex-misuse at FILE:N after 1 executions || unsafe: api-misuse at FILE:N after 1 executions || unsafe: deadlock at FILE:N after 1 executions || not checked: *
// check -- unlock => unsafe: mutex-misuse at FILE:N after 1 executions || unsafe: api-misuse at FILE:N after 1 executions || not checked: *
// check -- trylock => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- rwlock => unsafe: * at FILE:N after 1 executions || not checked: * || incomplete: *
// check -- condition => unsafe: * at FILE:N after 1 executions || not checked: *
// check -- semaphore => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions || incomplete: *
// check -- barrier => unsafe: * at FILE:N after 1 executions || not checked: *
// check -- spinlock => unsafe: * at FILE:N after 1 executions || not checked: *
// check -- once => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- key => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- join => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- detach => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- attribute => unsafe: * at FILE:N after 1 executions || not checked: * || safe: 1 executions
// check -- places => unsafe: api-misuse at FILE:N after 1 executions
// check -- owner => unsafe: deadlock at FILE:N after 1 executions
// check -- crooked => safe: N executions || unsafe: * || not checked: *
// Objects full of garbage, or at odd addresses: never a fault of ours.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>

static _Alignas(16) unsigned char garbage[1024];

static void once(void) {
}

static void *work(void *unused) {
    return unused;
}

// Of a barrier that was good, the number of those who meet there is lost.
static void lose_places(void) {
    static pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 1);
    memset((char *)&barrier + 8, 0, 4);
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
}

// A mutex of which nobody knows who holds it.
static void lose_owner(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    memset(&mutex, 0xff, 8);
    pthread_mutex_lock(&mutex);
}

static void at_odd_addresses(void) {
    memset(garbage, 0, sizeof garbage);
    for (int i = 1; i < 8; i++) {
        void *at = garbage + 64 * i + i;
        sem_init(at, 0, 1);
        sem_wait(at);
        sem_destroy(at);
        pthread_mutex_init(at, NULL);
        pthread_mutex_lock(at);
        pthread_mutex_unlock(at);
        pthread_mutex_destroy(at);
        pthread_spin_init(at, 0);
        pthread_spin_lock(at);
        pthread_spin_unlock(at);
    }
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    for (int i = 0; i < 512; i++)
        garbage[i] = (unsigned char)(i * 37 + 129);
    void *at = garbage;
    pthread_mutex_t good = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&good);
    if (!strcmp(which, "lock"))
        pthread_mutex_lock(at);
    if (!strcmp(which, "unlock"))
        pthread_mutex_unlock(at);
    if (!strcmp(which, "trylock") && pthread_mutex_trylock(at) == 0)
        pthread_mutex_unlock(at);
    if (!strcmp(which, "rwlock"))
        pthread_rwlock_rdlock(at);
    if (!strcmp(which, "condition"))
        pthread_cond_wait(at, &good);
    if (!strcmp(which, "semaphore"))
        sem_wait(at);
    if (!strcmp(which, "barrier"))
        pthread_barrier_wait(at);
    if (!strcmp(which, "spinlock"))
        pthread_spin_lock(at);
    if (!strcmp(which, "once"))
        pthread_once(at, once);
    if (!strcmp(which, "key"))
        pthread_setspecific((pthread_key_t)0x12345678, at);
    if (!strcmp(which, "places"))
        lose_places();
    if (!strcmp(which, "owner"))
        lose_owner();
    if (!strcmp(which, "crooked"))
        at_odd_addresses();
    pthread_t thread;
    memcpy(&thread, garbage, sizeof thread);
    if (!strcmp(which, "join"))
        pthread_join(thread, NULL);
    if (!strcmp(which, "detach"))
        pthread_detach(thread);
    if (!strcmp(which, "attribute") &&
        pthread_create(&thread, at, work, NULL) == 0)
        pthread_join(thread, NULL);
    pthread_mutex_unlock(&good);
    return 0;
}
