// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at cond_lost_unlocked_flag.c:25 after N executions
// check --algorithm=source => unsafe: deadlock at cond_lost_unlocked_flag.c:25 after N executions
// says came before main waited
// The flag is set without the mutex: between the look at the flag and the
// wait, flag and signal can come and go.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *work(void *unused) {
    atomic_store(&ready, 1);
    pthread_cond_signal(&changed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&ready))
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
