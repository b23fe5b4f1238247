// SPDX-License-Identifier: Apache-2.0
// A spinlock that one path forgets to release: the other thread spins for ever.
//
//     mazurka examples/spinlock.c
//     => unsafe: livelock at examples/spinlock.c:22 after 1 executions
//     mazurka examples/spinlock.c -DFIXED
//     => safe: 4 executions
//
// To learn: a loop that only waits is one wait, however often it would go
// round; so programs that spin end, and "for ever" is a finding and not a
// time-out.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool busy;
static int jobs = 1;

static bool take_job(void) {
    // Wait until it is ours.
    while (atomic_exchange(&busy, true)) {
    }
    if (jobs == 0) {
#ifdef FIXED
        atomic_store(&busy, false);
#endif
        return false;
    }
    jobs--;
    atomic_store(&busy, false);
    return true;
}

static void *worker(void *unused) {
    (void)unused;
    while (take_job()) {
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
