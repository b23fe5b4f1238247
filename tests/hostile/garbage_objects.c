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
// Objects full of garbage: never a fault of ours.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>

static _Alignas(16) unsigned char garbage[512];

static void once(void) {
}

static void *work(void *unused) {
    return unused;
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
