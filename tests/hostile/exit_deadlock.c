// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at FILE:N after N executions
// check --algorithm=source => unsafe: deadlock at FILE:N after N executions
// main returns, but a handler waits for a lock that nobody gives back.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handler(void) {
    pthread_mutex_lock(&m);
}

int main(void) {
    atexit(handler);
    pthread_mutex_lock(&m);
    return 0;
}
