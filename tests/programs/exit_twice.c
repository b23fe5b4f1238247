// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at exit_twice.c:13 after N executions
// check --no-check=exit-status => safe: 2 executions
// check --no-check=exit-status --algorithm=source => safe: 2 executions
// Two threads end the program: either is first at the lock; nobody waits.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    exit(unused != NULL);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
