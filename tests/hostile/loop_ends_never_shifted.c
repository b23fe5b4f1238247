// SPDX-License-Identifier: Apache-2.0
// check --timeout=10 --algorithm=auto,optimal,pop,source,classic,quasi,all => unsafe: livelock at FILE:N after N executions || unsafe: no-progress at FILE:N after N executions || unsafe: deadlock at FILE:N after N executions
// states --timeout=10 --algorithm=stateful,auto,source => unsafe: livelock at FILE:N after N executions || unsafe: no-progress at FILE:N after N executions || unsafe: deadlock at FILE:N after N executions
// A part of a word. No execution can end, and that is a finding.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_uint x;
static atomic_int y_other;

static void *work(void *unused) {
    y_other = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    while ((x >> 8 & 0xff) != 3) {
    }
    pthread_join(thread, NULL);
    return 0;
}
