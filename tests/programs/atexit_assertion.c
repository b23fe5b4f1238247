// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at atexit_assertion.c:13 after N executions
// check --algorithm=source => unsafe: assertion at atexit_assertion.c:13 after N executions
// What a handler finds depends on the schedule.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int saved;

static void check(void) {
    assert(atomic_load(&saved));
}

static void *save(void *unused) {
    atomic_store(&saved, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    atexit(check);
    pthread_create(&thread, NULL, save, NULL);
    return 0;
}
