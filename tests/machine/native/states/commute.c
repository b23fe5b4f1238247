// SPDX-License-Identifier: Apache-2.0
// walk => 9 late
// What two threads add does not depend on who came first: 3 * 3 places.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused) {
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_exit(NULL);
}
