// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at once_by_hand.c:12 after 1 executions
// check --algorithm=source => unsafe: data-race at once_by_hand.c:12 after 1 executions
// check --races=interleave => unsafe: assertion at once_by_hand.c:22 after N executions
// What pthread_once is for, done wrong: both may initialise.
#include <assert.h>
#include <pthread.h>

static int initialised, calls;

static void *work(void *unused) {
    if (!initialised) { initialised = 1; calls++; }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 1);
    return 0;
}
