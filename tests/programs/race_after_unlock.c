// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_after_unlock.c:11 after N executions
// check --algorithm=source => unsafe: data-race at race_after_unlock.c:11 after N executions
// The total is looked at outside of the lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex); total++; pthread_mutex_unlock(&mutex); return total > 2 ? NULL : unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
