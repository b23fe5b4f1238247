// SPDX-License-Identifier: Apache-2.0
// check => safe: 40 executions
// check --algorithm=source => safe: 40 executions
// check --goto=replay => safe: 40 executions
// Random numbers decide how often a thread locks a mutex of its own: they are
// the same in each execution in which the calls come in the same order. There are
// 20 orders of three calls each; then both lock a common one: 40.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    unsigned seed = 7;
    srand(5);
    int rounds = rand() % 5 + rand_r(&seed) % 3 + (int)(random() % 2);
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&own);
        pthread_mutex_unlock(&own);
    }
    pthread_mutex_lock(&common);
    pthread_mutex_unlock(&common);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
