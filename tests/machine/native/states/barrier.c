// SPDX-License-Identifier: Apache-2.0
// walk => 7 late
// walk ARGUMENT=1 => 15 late
// Who comes last matters only if the result is looked at: 7 pairs of places; or
// 3 before both have come, and 3 * 2 for each who may be last.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_barrier_t barrier;
static atomic_int serial;

static void *plain(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *looking(void *unused) {
    if (pthread_barrier_wait(&barrier))
        serial = 1 + (unused != NULL);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    (void)argv;
    pthread_barrier_init(&barrier, NULL, 2);
    void *(*start)(void *) = argc > 1 ? looking : plain;
    pthread_create(&a, NULL, start, NULL);
    pthread_create(&b, NULL, start, &a);
    pthread_exit(NULL);
}
