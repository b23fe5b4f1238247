// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// never ends while it holds
// The try to read is before, inside (and fails) or after the writer: 3.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *work(void *unused) {
    int result = pthread_rwlock_tryrdlock(&lock);
    if (result == 0) {
        assert(value == 0 || value == 2);
        pthread_rwlock_unlock(&lock);
    } else {
        assert(result == EBUSY);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_rwlock_wrlock(&lock);
    value++;
    value++;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
