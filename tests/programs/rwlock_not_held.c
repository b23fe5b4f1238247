// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at rwlock_not_held.c:12 after 1 executions
// check --algorithm=source => unsafe: mutex-misuse at rwlock_not_held.c:12 after 1 executions
// Unlocked once too often.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
