// SPDX-License-Identifier: Apache-2.0
// check => unsafe: use-after-free at use_after_return.c:12 after N executions
// check --algorithm=source => unsafe: use-after-free at use_after_return.c:12 after N executions
// The argument is a local variable of a function that does not wait.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    sum += *(int *)argument;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static pthread_t start(void) {
    pthread_t thread;
    int argument = 7;
    pthread_create(&thread, NULL, work, &argument);
    return thread;
}

int main(void) {
    pthread_t thread = start();
    pthread_join(thread, NULL);
    return 0;
}
