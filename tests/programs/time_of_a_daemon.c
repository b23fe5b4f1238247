// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Time does not go on for ever for who only looks at it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int stop;

static void *looks(void *unused) {
    while (!stop) {
        (void)time(NULL);
        sched_yield();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, looks, NULL);
    return 0;
}
