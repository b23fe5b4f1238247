// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at cond_not_locked.c:11 after 1 executions
// check --algorithm=source => unsafe: mutex-misuse at cond_not_locked.c:11 after 1 executions
// To wait one must hold the mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&changed, &mutex);
    return 0;
}
