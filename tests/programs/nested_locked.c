// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// Two threads lock and then create a child that locks: two chains of two
// critical sections, 4!/(2! 2!) interleavings.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *child(void *unused) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *parent(void *unused) {
    pthread_t thread;
    child(NULL);
    pthread_create(&thread, NULL, child, NULL);
    pthread_join(thread, NULL);
    return unused;
}

int main(void) {
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, parent, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
