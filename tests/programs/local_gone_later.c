// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => unsafe: use-after-free at local_gone_later.c:31 after N executions
// check --algorithm=source => unsafe: use-after-free at local_gone_later.c:31 after N executions
// check --algorithm=all => unsafe: use-after-free at local_gone_later.c:31 after N executions
// check => unsafe: use-after-free at local_gone_later.c:31 after N executions
// A local of a thread that lives in one execution, where it may be read, and has
// ended in another one: what was allowed once is looked at again.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *left;
static atomic_int x;

static void *work(void *unused) {
    int here;
    pthread_mutex_lock(&mutex);
    here = 1;
    left = &here;
    pthread_mutex_unlock(&mutex);
    return atomic_load(&x) ? unused : NULL;
}

int main(void) {
    pthread_t thread;
    int value = 0;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&x, 1);
    pthread_mutex_lock(&mutex);
    if (left)
        value = *left;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return value == 77;
}
