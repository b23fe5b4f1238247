// SPDX-License-Identifier: Apache-2.0
// cc --loops=off
// walk => 3 late
// A loop that goes round comes back to the state that it was in.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *wait(void *unused) {
    while (!atomic_load(&x)) {
    }
    return unused;
}

static void *wake(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, wait, NULL);
    pthread_create(&b, NULL, wake, NULL);
    pthread_exit(NULL);
}
