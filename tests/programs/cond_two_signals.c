// SPDX-License-Identifier: Apache-2.0
// check => safe: 14 executions
// check --algorithm=source => safe: 14 executions
// As with a broadcast, but if both wait already the first signal has 2 choices
// of whom to wake: 2 + 4 + 4 * 2.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_signal(&changed);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
