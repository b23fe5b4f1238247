// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at use_after_destroy.c:10 after N executions
// check --algorithm=source => unsafe: mutex-misuse at use_after_destroy.c:10 after N executions
// The mutex may be destroyed before the thread has locked it.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_destroy(&mutex);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
