// SPDX-License-Identifier: Apache-2.0
// check => safe: 10 executions
// check --algorithm=source => safe: 10 executions
// check --races=interleave => safe: 10 executions
// The broadcaster locks first: 2 orders of the others. Second: 2 choices of
// who waits already, and 2 orders afterwards. Third: 2 orders of waiting, 2 of
// waking up. Together 2 + 4 + 4.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go, gone;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&changed, &mutex);
    gone++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(gone == 2);
    return 0;
}
