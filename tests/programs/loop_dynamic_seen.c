// SPDX-License-Identifier: Apache-2.0
// What is changed and changed back can be seen meanwhile: then the round counts.
// check --dynamic-loops=on => unsafe: assertion at loop_dynamic_seen.c:N after N executions
// check --dynamic-loops=on --algorithm=source => unsafe: assertion at loop_dynamic_seen.c:N after N executions
// check --dynamic-loops=on --races=interleave => unsafe: assertion at loop_dynamic_seen.c:N after N executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy, stop;

static void *work(void *unused) {
    while (!stop) {
        busy++;
        busy--;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen = busy;
    stop = 1;
    pthread_join(thread, NULL);
    assert(!seen);
}
