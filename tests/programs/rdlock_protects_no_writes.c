// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at rdlock_protects_no_writes.c:16 after N executions
// check --algorithm=source => unsafe: data-race at rdlock_protects_no_writes.c:16 after N executions
// Both have locked, and yet nothing orders them: readers share the lock.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, writes;

static void *work(void *unused) {
    pthread_rwlock_wrlock(&lock);
    writes++;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
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
