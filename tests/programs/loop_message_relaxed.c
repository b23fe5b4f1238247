// SPDX-License-Identifier: Apache-2.0
// The flag is seen, what was written before it is not ordered.
// check => unsafe: data-race at loop_message_relaxed.c:23 after 1 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *writer(void *unused) {
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (!atomic_load_explicit(&flag, memory_order_relaxed))
        ;
    assert(data == 42);
    pthread_join(thread, NULL);
}
