// SPDX-License-Identifier: Apache-2.0
// flags -D_DEFAULT_SOURCE
// check => incomplete: calls outside of control (getuid) after 2 executions
// check --algorithm=source => incomplete: calls outside of control (getuid) after 2 executions
// check --trust=other,libother.so => incomplete: calls outside of control (getuid) after 2 executions
// check --trust=other,getuid => safe: 2 executions
// check --trust=libc.so.6 => safe: 2 executions
// check --trust=all => safe: 2 executions
// says getuid
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
