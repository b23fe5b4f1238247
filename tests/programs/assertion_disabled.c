// SPDX-License-Identifier: Apache-2.0
// flags -DNDEBUG
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// With NDEBUG an assertion says nothing: 2 orders of two locks.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    sum = 5;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    assert(sum == 5);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
