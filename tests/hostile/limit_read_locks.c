// SPDX-License-Identifier: Apache-2.0
// check -- 300 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check -- 70000 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// One thread holds a read lock many times; the system allows far more.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(int count, char **words) {
    int most = atoi(words[count - 1]);
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    for (int i = 0; i < most; i++)
        assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) != 0);
    for (int i = 0; i < most; i++)
        assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}
