// SPDX-License-Identifier: Apache-2.0
// The atomic access outside comes after the section in the first execution.
// check => not checked: accesses in a step of its own what an atomic section accesses, too, at section_after.c:15, which is not supported
// check --races=interleave => not checked: accesses in a step of its own what an atomic section accesses, too, at section_after.c:15, which is not supported
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
