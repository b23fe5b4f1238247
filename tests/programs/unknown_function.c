// SPDX-License-Identifier: Apache-2.0
// flags -D_DEFAULT_SOURCE
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// says getuid()
// A function that nobody has a model of is called, and named; two threads lock:
// 2! orders.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned user;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    user = getuid();
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
