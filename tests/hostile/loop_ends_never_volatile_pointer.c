// SPDX-License-Identifier: Apache-2.0
// check --timeout=10 --algorithm=auto,optimal,pop,source,classic,quasi,all => unsafe: livelock at FILE:N after N executions || unsafe: no-progress at FILE:N after N executions || unsafe: deadlock at FILE:N after N executions
// states --timeout=10 --algorithm=stateful,auto,source => unsafe: livelock at FILE:N after N executions || unsafe: no-progress at FILE:N after N executions || unsafe: deadlock at FILE:N after N executions
// A flag that nobody sets, read through a pointer that nobody writes. No
// execution can end, and that is a finding.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x;
static _Atomic(atomic_int *) at = &x;
static atomic_int y_other;

static void *work(void *unused) {
    y_other = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    while (!*at) {
    }
    pthread_join(thread, NULL);
    return 0;
}
