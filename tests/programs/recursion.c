// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --goto=replay => safe: 2 executions
// Deep recursion with a lock at the bottom: 2! orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int descend(int depth) {
    if (depth == 0) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        return 1;
    }
    return descend(depth - 1) + depth;
}

static void *work(void *unused) {
    assert(descend(1000) == 500501);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
