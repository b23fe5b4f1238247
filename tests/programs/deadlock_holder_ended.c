// SPDX-License-Identifier: Apache-2.0
// Who holds the mutex has ended.
// check => unsafe: deadlock at deadlock_holder_ended.c:21 after 1 executions
// says waits for lock, held by main/1, which has
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    (void)argument;
    pthread_mutex_lock(&lock);
    return NULL;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, thread, NULL);
    pthread_mutex_lock(&other);
    pthread_join(id, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&other);
    return 0;
}
