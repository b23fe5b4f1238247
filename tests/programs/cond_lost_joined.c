// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at cond_lost_joined.c:15 after 1 executions
// check --algorithm=source => unsafe: deadlock at cond_lost_joined.c:15 after 1 executions
//
// Nobody holds the mutex or sets a flag when signalling. The thread that waits
// for ever is named, not main, which waits for it to end.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cond_signal(&changed);
    pthread_join(thread, NULL);
    return 0;
}
