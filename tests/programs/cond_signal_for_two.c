// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at cond_signal_for_two.c:22 after N executions
// check --algorithm=source => unsafe: deadlock at cond_signal_for_two.c:22 after N executions
// One signal for two who wait, of whom main is one: somebody stays behind.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go;

static void *setter(void *unused) {
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void await_go(void) {
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *waiter(void *unused) {
    await_go();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_detach(a);
    pthread_detach(b);
    await_go();
    pthread_exit(NULL);
}
