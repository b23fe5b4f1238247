// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Yielding and sleeping conflict with nothing.
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void *work(void *unused) {
    for (int i = 0; i < 5; i++) {
        sched_yield();
        usleep(10);
    }
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
