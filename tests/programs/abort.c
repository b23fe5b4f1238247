// SPDX-License-Identifier: Apache-2.0
// check => unsafe: abort at abort.c:13 after N executions
// check --algorithm=source => unsafe: abort at abort.c:13 after N executions
// A thread that finds no work gives up.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int work_to_do = 1;

static void *work(void *unused) {
    if (!atomic_load(&work_to_do))
        abort();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&work_to_do, 0);
    pthread_join(thread, NULL);
    return 0;
}
