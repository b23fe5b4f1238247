// SPDX-License-Identifier: Apache-2.0
// check -- 300 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check -- 70000 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// A recursive lock, taken many times.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(int count, char **words) {
    int most = atoi(words[count - 1]);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, &attributes);
    for (int i = 0; i < most; i++)
        assert(pthread_mutex_lock(&mutex) == 0);
    for (int i = 0; i < most; i++)
        assert(pthread_mutex_unlock(&mutex) == 0);
    pthread_mutex_destroy(&mutex);
    return 0;
}
