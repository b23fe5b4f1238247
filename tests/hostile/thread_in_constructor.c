// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions || not checked: *
// check --algorithm=source => unsafe: assertion at FILE:N after N executions || not checked: *
// Threads before main.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t thread;

static void *work(void *unused) {
    x = 1;
    return unused;
}

static __attribute__((constructor)) void before(void) {
    pthread_create(&thread, NULL, work, NULL);
}

int main(void) {
    assert(x == 0);
    pthread_join(thread, NULL);
    return 0;
}
