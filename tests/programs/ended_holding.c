// SPDX-License-Identifier: Apache-2.0
// A thread ends and holds a mutex. That nobody wants it any more is no error, but
// it is said.
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// says main/1 ends while it holds second, which nobody can have any more
// never it holds first
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    (void)argument;
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    return NULL;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, thread, NULL);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_join(id, NULL);
    return 0;
}
