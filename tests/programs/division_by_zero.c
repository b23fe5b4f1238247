// SPDX-License-Identifier: Apache-2.0
// check => unsafe: uncaught-signal at division_by_zero.c:18 after N executions
// check --algorithm=source => unsafe: uncaught-signal at division_by_zero.c:18 after N executions
// The number of parts may still be zero.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int parts;

static void *work(void *unused) {
    atomic_store(&parts, 2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int share = 10 / atomic_load(&parts);
    pthread_join(thread, NULL);
    return share - 5;
}
