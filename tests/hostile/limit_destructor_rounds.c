// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// A destructor that sets its value again is called
// PTHREAD_DESTRUCTOR_ITERATIONS times, no more.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int rounds;

static void again(void *value) {
    rounds++;
    pthread_setspecific(key, value);
}

static void *work(void *unused) {
    pthread_setspecific(key, &rounds);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, again);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(rounds == 4);
    return 0;
}
