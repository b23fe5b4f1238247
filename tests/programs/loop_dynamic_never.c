// SPDX-License-Identifier: Apache-2.0
// A lock that is never released is tried for ever.
// check --dynamic-loops=on => unsafe: livelock at loop_dynamic_never.c:N after 1 executions
// check --dynamic-loops=on --algorithm=source => unsafe: livelock at loop_dynamic_never.c:N after 1 executions
// says goes round for ever: trylock-fail mutex

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    int tries = 0;
    while (pthread_mutex_trylock(&mutex))
        tries++;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
