// SPDX-License-Identifier: Apache-2.0
// A lock that is tried again and again: the tries in vain change nothing. Two
// orders of the critical sections, and a try in vain of each thread.
// check => safe: 2 executions, 2 blocked
// check --dynamic-loops=on => safe: 2 executions, 2 blocked
// check --dynamic-loops=on --algorithm=source => safe: 2 executions, 2 blocked
// check --dynamic-loops=on --algorithm=pop => safe: 2 executions, 2 blocked
// check --unroll=3 => incomplete: loop bound at loop_dynamic_trylock.c:N after 8 executions

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
    while (pthread_mutex_trylock(&mutex))
        ;
    done++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(done == 2);
}
