// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// What counts is the outermost lock: two threads, 2! orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int depth;

static void enter(int levels) {
    assert(pthread_mutex_lock(&mutex) == 0);
    depth++;
    if (levels)
        enter(levels - 1);
    depth--;
    assert(pthread_mutex_unlock(&mutex) == 0);
}

static void *work(void *unused) {
    enter(2);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_t a, b;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(depth == 0);
    pthread_mutex_destroy(&mutex);
    return 0;
}
