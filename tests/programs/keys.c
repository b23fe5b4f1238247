// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// Each thread has its own value; its destructor locks when the thread ends:
// 2! orders.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int destroyed;

static void destroy(void *value) {
    pthread_mutex_lock(&mutex);
    destroyed += *(int *)value;
    pthread_mutex_unlock(&mutex);
    free(value);
}

static void *work(void *argument) {
    int *own = malloc(sizeof *own);
    assert(pthread_getspecific(key) == NULL);
    *own = *(int *)argument;
    pthread_setspecific(key, own);
    assert(*(int *)pthread_getspecific(key) == *(int *)argument);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 3);
    pthread_key_delete(key);
    return 0;
}
