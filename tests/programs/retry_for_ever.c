// SPDX-License-Identifier: Apache-2.0
// Two threads that give way to each other may do so as often as they like: what
// was estimated is soon passed, and the report says where it goes on.
// check --max-executions=2000 => incomplete: execution limit after 2000 executions
// says there may be no end
// says one thread's at retry_for_ever.c:16
// says --unroll=5 for the loop there
// never explored (between
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0)
            break;
        pthread_mutex_unlock(first);
    }
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *other(void *unused) {
    both(&b, &a);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    both(&a, &b);
    pthread_join(thread, NULL);
}
