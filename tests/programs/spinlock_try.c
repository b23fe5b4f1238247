// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// never ends while it holds
// Tried before, inside (and fails) or after the other's section: 3.
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *work(void *unused) {
    if (pthread_spin_trylock(&lock) == 0) {
        count++;
        pthread_spin_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, NULL, work, NULL);
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
