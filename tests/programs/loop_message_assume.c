// SPDX-License-Identifier: Apache-2.0
// The same, with an assumption: what comes too early is an execution too.
// flags --loops=assume
// check => safe: 1 executions, 1 blocked

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *writer(void *unused) {
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (!atomic_load_explicit(&flag, memory_order_acquire))
        ;
    assert(data == 42);
    pthread_join(thread, NULL);
}
