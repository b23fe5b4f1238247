// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at unlock_not_locked.c:10 after 1 executions
// check --algorithm=source => unsafe: mutex-misuse at unlock_not_locked.c:10 after 1 executions
// Nobody holds it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_unlock(&mutex);
    return 0;
}
