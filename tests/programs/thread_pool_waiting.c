// SPDX-License-Identifier: Apache-2.0
// check => safe: 20 executions
// check --algorithm=source => safe: 20 executions
// A worker waits for jobs and for the end; main submits two and stops it: 20
// classes, counted by brute force.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static bool stop;

static void *work(void *unused) {
    bool go = true;
    while (go) {
        pthread_mutex_lock(&mutex);
        while (jobs == 0 && !stop)
            pthread_cond_wait(&changed, &mutex);
        if (jobs > 0) {
            jobs--;
            done++;
        } else {
            go = false;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void submit(void) {
    pthread_mutex_lock(&mutex);
    jobs++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    submit();
    submit();
    pthread_mutex_lock(&mutex);
    stop = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(done == 2);
    return 0;
}
