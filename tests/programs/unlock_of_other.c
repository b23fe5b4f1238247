// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at unlock_of_other.c:10 after 1 executions
// check --algorithm=source => unsafe: mutex-misuse at unlock_of_other.c:10 after 1 executions
// main holds it, the thread unlocks it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&mutex);
    return 0;
}
