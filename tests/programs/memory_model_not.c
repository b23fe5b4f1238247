// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// never memory: sequential consistency
// Orders are seq_cst, and what is volatile is a local.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    volatile int seen;
    pthread_create(&thread, NULL, work, NULL);
    seen = x;
    (void)seen;
    pthread_join(thread, NULL);
    return 0;
}
