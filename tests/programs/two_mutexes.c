// SPDX-License-Identifier: Apache-2.0
// check => safe: 12 executions
// check --algorithm=source => safe: 12 executions
// check --races=interleave => safe: 12 executions
// Two threads take mutex a, two others b twice each: 2! times 4!/(2! 2!).
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void *once(void *unused) {
    pthread_mutex_lock(&a);
    in_a++;
    pthread_mutex_unlock(&a);
    return unused;
}

static void *twice(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&b);
        in_b++;
        pthread_mutex_unlock(&b);
    }
    return unused;
}

int main(void) {
    pthread_t thread[4];
    pthread_create(&thread[0], NULL, once, NULL);
    pthread_create(&thread[1], NULL, once, NULL);
    pthread_create(&thread[2], NULL, twice, NULL);
    pthread_create(&thread[3], NULL, twice, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
