// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Calls through pointers, also of library functions: 2! orders of two locks.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct operations {
    int (*lock)(pthread_mutex_t *);
    int (*unlock)(pthread_mutex_t *);
    void *(*get)(size_t);
    void (*put)(void *);
    size_t (*length)(const char *);
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const struct operations operations = {
    pthread_mutex_lock, pthread_mutex_unlock, malloc, free, strlen};

static void *work(void *argument) {
    const struct operations *o = argument;
    char *text = o->get(10);
    strcpy(text, "pointer");
    o->lock(&mutex);
    assert(o->length(text) == 7);
    o->unlock(&mutex);
    o->put(text);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)&operations);
    work((void *)&operations);
    pthread_join(thread, NULL);
    return 0;
}
