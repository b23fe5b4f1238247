// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// The try to write is before, inside (and fails) or after the reader: 3.
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *work(void *unused) {
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        value = 1;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    int seen;
    pthread_create(&thread, NULL, work, NULL);
    pthread_rwlock_rdlock(&lock);
    seen = value;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return seen > 1;
}
