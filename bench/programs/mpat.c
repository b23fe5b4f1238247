// SPDX-License-Identifier: Apache-2.0
// check => safe: 48 executions
// check --algorithm=quasi --k=optimal => safe: 48 executions
// check --algorithm=source => safe: 48 executions
// K pairs of threads with a mutex each; the second of each pair takes a
// common mutex around it. The order of the second ones and, in each pair, who
// comes first are free: K! * 2^K.
//
// [QPOR] Table 1, Mpat(K): (1) 2, (2) 8, (3) 48, (4) 384, (5) 3840, (6) 46080,
// (7) 645120, (8) 10321920
#include <pthread.h>
#include <stdint.h>

#ifndef K
#define K 3
#endif

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER, own[K];

static void *first(void *argument) {
    intptr_t id = (intptr_t)argument;
    pthread_mutex_lock(&own[id]);
    pthread_mutex_unlock(&own[id]);
    return NULL;
}

static void *second(void *argument) {
    intptr_t id = (intptr_t)argument;
    pthread_mutex_lock(&common);
    pthread_mutex_lock(&own[id]);
    pthread_mutex_unlock(&own[id]);
    pthread_mutex_unlock(&common);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < K; i++)
        pthread_mutex_init(&own[i], NULL);
    for (intptr_t i = 0; i < K; i++) {
        pthread_create(&thread, NULL, first, (void *)i);
        pthread_create(&thread, NULL, second, (void *)i);
    }
    pthread_exit(NULL);
}
