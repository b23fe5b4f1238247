// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at deadlock_never_unlocked.c:23 after N executions
// check --algorithm=source => unsafe: deadlock at deadlock_never_unlocked.c:23 after N executions
// The thread keeps the mutex for ever if it is unlucky with the flag.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int failed;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    if (atomic_load(&failed))
        return NULL;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&failed, 1);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
