// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Readers do not exclude each other.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value = 7;

static void *read_it(void *result) {
    pthread_rwlock_rdlock(&lock);
    *(int *)result = value;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    int seen[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, read_it, &seen[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return seen[0] + seen[1] + seen[2] - 21;
}
