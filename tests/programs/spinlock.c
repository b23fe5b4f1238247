// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// Three threads spin for the lock once each: 3! orders.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *work(void *unused) {
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(count == 3);
    pthread_spin_destroy(&lock);
    return 0;
}
