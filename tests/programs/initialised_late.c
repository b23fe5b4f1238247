// SPDX-License-Identifier: Apache-2.0
// check --no-check=api-misuse --keep-going => unsafe: assertion at initialised_late.c:18 after N executions
// check --no-check=api-misuse --algorithm=source => unsafe: assertion at initialised_late.c:18 after N executions
// check --check=api-misuse => unsafe: api-misuse at initialised_late.c:16 after N executions
// Who comes to a semaphore before it is initialised may yet be the later one: that
// order is seen, too.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *posts(void *unused) {
    int value;

    sem_post(&semaphore);
    sem_getvalue(&semaphore, &value);
    assert(value != 3);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, posts, NULL);
    sem_init(&semaphore, 0, 2);
    pthread_join(thread, NULL);
    return 0;
}
