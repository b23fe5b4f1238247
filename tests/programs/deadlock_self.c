// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at deadlock_self.c:11 after 1 executions
// check --algorithm=source => unsafe: deadlock at deadlock_self.c:11 after 1 executions
// A normal mutex, locked twice by one thread.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
