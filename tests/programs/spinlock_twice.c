// SPDX-License-Identifier: Apache-2.0
// check => unsafe: livelock at spinlock_twice.c:12 after 1 executions
// check --algorithm=source => unsafe: livelock at spinlock_twice.c:12 after 1 executions
// It spins for ever for its own lock: a wait for a value that never comes.
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);
    return 0;
}
