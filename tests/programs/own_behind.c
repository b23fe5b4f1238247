// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => safe: 6 executions
// check --algorithm=pop => safe: 6 executions
//
// In the first execution both threads come to `own`, where accesses of the first
// were no steps, and go on; then it turns out that `plain` could be in a data
// race, for which the execution is run again from its start, as it was.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int own, first, second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int plain;

static void *one(void *unused) {
    (void)unused;
    atomic_store(&first, 1);
    atomic_store(&own, 1);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    while (!atomic_load(&second))
        ;
    plain++;
    atomic_store(&own, 2);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *two(void *unused) {
    (void)unused;
    atomic_store(&second, 0);
    (void)atomic_load(&own);
    plain++;
    atomic_store(&second, 1);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, one, NULL);
    pthread_create(&thread[1], NULL, two, NULL);
    pthread_exit(NULL);
}
