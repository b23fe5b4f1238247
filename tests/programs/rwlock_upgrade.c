// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at rwlock_upgrade.c:12 after 1 executions
// check --algorithm=source => unsafe: deadlock at rwlock_upgrade.c:12 after 1 executions
// says waits to write under lock, read by main
// A reader that wants to write waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return 0;
}
