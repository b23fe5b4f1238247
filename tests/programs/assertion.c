// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at assertion.c:23 after N executions
// check --algorithm=source => unsafe: assertion at assertion.c:23 after N executions
// check --races=interleave => unsafe: assertion at assertion.c:23 after N executions
// The sum is not yet there if main is faster.
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
