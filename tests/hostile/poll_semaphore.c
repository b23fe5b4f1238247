// SPDX-License-Identifier: Apache-2.0
// check --timeout=5 --algorithm=auto,optimal,pop,source,quasi => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=classic,all => safe: N executions || safe: N executions, N blocked || incomplete: *
// check --timeout=5 --max-executions=300 --algorithm=source => safe: N executions || safe: N executions, N blocked || incomplete: *
// states --timeout=5 --algorithm=stateful,auto,source,optimal => safe: N executions || safe: N executions, N blocked
// The semaphore is posted once: polling for it ends.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *unused) {
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    while (sem_trywait(&s)) {
    }
    pthread_join(thread, NULL);
    return 0;
}
