// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_lock_sometimes.c:18 after N executions
// check --algorithm=source => unsafe: data-race at race_lock_sometimes.c:18 after N executions
// In nearly all executions the lock is held at every access. Only who comes
// last of all, and finds that the others have been there, does without.
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn, x;

static void *work(void *me) {
    int mine = (int)(long)me, before;
    pthread_mutex_lock(&lock);
    before = turn++;
    if (before != 1)
        x++;
    pthread_mutex_unlock(&lock);
    // The middle one, if it is the last that was created, writes without.
    // Nobody has told it when the others are done.
    if (before == 1 && mine == THREADS - 1)
        x++;
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return x < 0;
}
