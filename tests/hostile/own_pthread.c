// SPDX-License-Identifier: Apache-2.0
// check => safe: * || unsafe: assertion at FILE:N after N executions || not checked: * || incomplete: *
// A program with a pthread_mutex_lock of its own: its words, its risk; but no
// fault of ours.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    (void)mutex;
    while (atomic_flag_test_and_set(&taken)) {
    }
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    (void)mutex;
    atomic_flag_clear(&taken);
    return 0;
}

static pthread_mutex_t mutex;
static int shared;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    shared++;
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
