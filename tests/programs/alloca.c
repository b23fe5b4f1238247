// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Memory from the stack, handed to another thread while it is there: two locks,
// 2! orders.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    char *text = argument;
    pthread_mutex_lock(&mutex);
    text[0]++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t thread;
    char *text = alloca(100);
    strcpy(text, "abc");
    pthread_create(&thread, NULL, work, text);
    work(text);
    pthread_join(thread, NULL);
    assert(strcmp(text, "cbc") == 0);
    return 0;
}
