// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions, 1 blocked
// check --algorithm=pop => safe: 1 executions, 1 blocked
// check --algorithm=source => safe: 1 executions, 1 blocked
//
// Each round of the loop changes something of the thread's own, and changes it
// back: it has left everything as it was, though nobody else would have seen it.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int own, flag;

static void *waiter(void *unused) {
    (void)unused;
    for (;;) {
        atomic_store(&own, 1);
        if (atomic_load(&flag))
            return NULL;
        atomic_store(&own, 0);
    }
}

static void *waker(void *unused) {
    (void)unused;
    atomic_store(&flag, 1);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, waiter, NULL);
    pthread_create(&two, NULL, waker, NULL);
    pthread_exit(NULL);
}
