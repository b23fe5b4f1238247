// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_three_locks.c:23 after N executions
// check --algorithm=source => unsafe: data-race at race_three_locks.c:23 after N executions
// Each two of the first pairs have a lock in common; the last two have none.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *both(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *one(void *lock) {
    pthread_mutex_lock(lock);
    x++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, both, NULL);
    pthread_create(&t[1], NULL, one, &a);
    pthread_create(&t[2], NULL, one, &b);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
