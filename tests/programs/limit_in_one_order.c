// SPDX-License-Identifier: Apache-2.0
// check => incomplete: read-lock limit at limit_in_one_order.c:21 after 2 executions
// check --algorithm=source => incomplete: read-lock limit at limit_in_one_order.c:21 after 2 executions
// check --algorithm=all => incomplete: read-lock limit at limit_in_one_order.c:21 after N executions
// says read-lock limit at limit_in_one_order.c:21, in
// Only who sees the flag asks for more than there is. The other orders are
// explored, and that the waiting thread never gets the lock is no deadlock.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int flag;

static void *write(void *unused) {
    flag = 1;
    return unused;
}

static void *read(void *unused) {
    for (int i = 0; flag && i < 1000; i++)
        pthread_rwlock_rdlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, write, NULL);
    pthread_create(&b, NULL, read, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
