// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at double_checked_plain.c:14 after N executions
// check --algorithm=source => unsafe: data-race at double_checked_plain.c:14 after N executions
// The same with a plain pointer: the look outside of the lock is a race with
// the store inside.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *object;

static void make(void) {
    if (!object)
        object = calloc(1, sizeof *object);
}

static void *work(void *unused) {
    if (!object) {
        pthread_mutex_lock(&mutex);
        make();
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(object);
    return 0;
}
