// SPDX-License-Identifier: Apache-2.0
// To look again and again, with the mutex held: locked and unlocked is as
// before. The first round also makes the mutex known, which is a change, and one
// look in vain is let pass, because it has plain accesses.
// check => safe: 3 executions, 1 blocked
// check --dynamic-loops=on => safe: 3 executions, 1 blocked
// check --dynamic-loops=on --races=ignore => safe: 2 executions, 1 blocked
// check --unroll=4 => incomplete: loop bound at loop_dynamic_poll.c:N after 5 executions

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    for (;;) {
        pthread_mutex_lock(&mutex);
        int seen = done;
        pthread_mutex_unlock(&mutex);
        if (seen)
            break;
    }
    pthread_join(thread, NULL);
}
