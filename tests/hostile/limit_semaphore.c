// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// A semaphore counts to INT_MAX, and then says EOVERFLOW.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
    sem_t semaphore;
    int value;
    assert(sem_init(&semaphore, 0, INT_MAX - 1) == 0);
    assert(sem_post(&semaphore) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == INT_MAX);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_wait(&semaphore) == 0);
    for (int i = 0; i < 70000; i++)
        assert(sem_wait(&semaphore) == 0);
    assert(sem_init(&semaphore, 0, (unsigned)INT_MAX + 1) == -1);
    return 0;
}
