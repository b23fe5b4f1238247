// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_counter.c:14 after 1 executions
// check --algorithm=source => unsafe: data-race at race_counter.c:14 after 1 executions
// check --races=interleave => unsafe: assertion at race_counter.c:24 after N executions
// check --races=interleave --algorithm=source => unsafe: assertion at race_counter.c:24 after N executions
// check --races=ignore => safe: 1 executions
// The classic: two threads count without a lock.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *unused) {
    counter++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
