// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph -- released => safe: 1 executions, 1 blocked
// check --memory=rc11 => unsafe: data-race at weak_await.c:N after 1 executions
// check --memory=rc11 -- released => safe: 1 executions, 1 blocked
// check --memory=rc11 -- never => unsafe: livelock at weak_await.c:N after 1 executions
// Who waits in a loop may miss a write for a while, but not for ever: it waits
// for ever only where the newest write is not what it waits for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int ready;
static int data;
static memory_order gives = memory_order_relaxed;
static int last = 1;

static void *send(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, last, gives);
    return unused;
}

static void *receive(void *unused) {
    while (atomic_load_explicit(&ready, memory_order_acquire) != 1)
        ;
    assert(data == 1);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    if (argc > 1)
        gives = memory_order_release;
    if (argc > 1 && !strcmp(argv[1], "never"))
        last = 2;
    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, receive, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
