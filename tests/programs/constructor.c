// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// A constructor runs before main: 2! orders of two locks afterwards.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int ready;

__attribute__((constructor)) static void prepare(void) {
    pthread_mutex_init(&mutex, NULL);
    ready = 1;
}

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    assert(ready == 1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
