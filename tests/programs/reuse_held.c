// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => unsafe: mutex-misuse at reuse_held.c:21 after 1 executions
// check --algorithm=source => unsafe: mutex-misuse at reuse_held.c:21 after 1 executions
// Who ends with a mutex is joined, and the next thread that is created does not
// own that mutex.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused) {
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *unlocks(void *unused) {
    if (pthread_mutex_trylock(&mutex) == 0)
        return unused;
    // Nobody has given it to this thread.
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, locks, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, unlocks, NULL);
    pthread_join(thread, NULL);
    return 0;
}
