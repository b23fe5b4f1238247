// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --algorithm=all => safe: 1 executions
// check --algorithm=quasi => safe: 1 executions
// check --goto=replay => safe: 1 executions
// A thread that calls exit is never joined: nothing comes after that.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *leaves(void *unused) {
    exit(0);
    return unused;
}

static void *waits(void *unused) {
    pthread_t thread;
    pthread_create(&thread, NULL, leaves, NULL);
    pthread_join(thread, NULL);
    assert(!"after exit");
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    pthread_join(thread, NULL);
    assert(!"after exit");
    return 0;
}
