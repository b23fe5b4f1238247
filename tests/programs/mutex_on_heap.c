// SPDX-License-Identifier: Apache-2.0
// check => unsafe: use-after-free at mutex_on_heap.c:11 after N executions
// check --algorithm=source => unsafe: use-after-free at mutex_on_heap.c:11 after N executions
// The object is gone, and its mutex with it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;

static void *work(void *unused) {
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_destroy(mutex);
    free(mutex);
    pthread_join(thread, NULL);
    return 0;
}
