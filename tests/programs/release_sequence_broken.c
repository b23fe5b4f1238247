// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at release_sequence_broken.c:31 after N executions
// check --algorithm=source => unsafe: data-race at release_sequence_broken.c:31 after N executions
// A relaxed store of another thread ends the release sequence: who reads 2 has
// acquired nothing.
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int flag;

static void *send(void *unused) {
    message = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *overwrite(void *unused) {
    int one = 1;
    if (atomic_load_explicit(&flag, memory_order_relaxed) == one)
        atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t a, b;
    int got = 0;
    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, overwrite, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        got = message;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return got == 77;
}
