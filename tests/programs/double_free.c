// SPDX-License-Identifier: Apache-2.0
// check => unsafe: double-free at double_free.c:16 after N executions
// check --algorithm=source => unsafe: double-free at double_free.c:16 after N executions
// Both look before either has freed: the pointer is set to NULL too late.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    void *mine = atomic_load(&block);
    if (mine) {
        pthread_mutex_lock(&mutex);
        free(mine);
        pthread_mutex_unlock(&mutex);
        atomic_store(&block, NULL);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    atomic_store(&block, malloc(8));
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
