// SPDX-License-Identifier: Apache-2.0
// check --timeout=20 => safe: 1 executions || incomplete: *
// check --timeout=20 --algorithm=source => safe: 1 executions || incomplete: *
// slow
// A million operations in one execution.
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 500000; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    return 0;
}
