// SPDX-License-Identifier: Apache-2.0
// A lost update: every access is behind the lock, so there is no data race, and
// still money disappears: between reading and writing the lock is free.
//
//     mazurka examples/lost_update.c
//     => unsafe: assertion at examples/lost_update.c:38 after 2 executions
//     mazurka examples/lost_update.c -DFIXED
//     => safe: 2 executions
//
// To learn: a lock protects what happens while it is held, not the idea that a
// value read earlier is still true.

#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *withdraw(void *amount) {
    pthread_mutex_lock(&lock);
    int seen = balance;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    balance = seen - *(int *)amount;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int sixty = 60, thirty = 30;
    pthread_create(&a, NULL, withdraw, &sixty);
    pthread_create(&b, NULL, withdraw, &thirty);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 10);
    return 0;
}
