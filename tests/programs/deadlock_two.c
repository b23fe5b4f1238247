// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at deadlock_two.c:24 after N executions
// check --algorithm=source => unsafe: deadlock at deadlock_two.c:24 after N executions
// check --races=interleave => unsafe: deadlock at deadlock_two.c:24 after N executions
// says held by
// Two locks in opposite orders: a cycle of two, main first.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}
