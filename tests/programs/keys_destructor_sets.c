// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// A destructor that sets the value again is called again.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int rounds, marks[2];

static void destroy(void *value) {
    rounds++;
    if (value == &marks[0])
        pthread_setspecific(key, &marks[1]);
}

static void *work(void *unused) {
    pthread_setspecific(key, &marks[0]);
    pthread_exit(unused);
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(rounds == 2);
    return 0;
}
