// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_mixed.c:12 after N executions
// check --algorithm=source => unsafe: data-race at race_mixed.c:12 after N executions
// check --races=interleave => safe: 2 executions
// An atomic store and a plain read of the same int: a race as well. The thread
// parks before its store, main reads at once: so the store is the second.
#include <pthread.h>

static int value;

static void *work(void *unused) {
    __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen = value;
    pthread_join(thread, NULL);
    return seen > 1;
}
