// SPDX-License-Identifier: Apache-2.0
// The atomic access outside comes after the section in the first execution.
// check => safe: 2 executions
// check --races=interleave => safe: 2 executions
// check --algorithm=source => safe: 2 executions
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number;

static void __VERIFIER_atomic_set(void) {
    number = 1;
}

static void *work(void *unused) {
    number = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __VERIFIER_atomic_set();
    pthread_join(thread, NULL);
    return 0;
}
