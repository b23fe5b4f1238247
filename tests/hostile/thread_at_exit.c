// SPDX-License-Identifier: Apache-2.0
// check => unsafe: abort at FILE:N after N executions || not checked: *
// Threads after main.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

static void handler(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (x)
        abort();
    pthread_join(thread, NULL);
}

int main(void) {
    atexit(handler);
    return 0;
}
