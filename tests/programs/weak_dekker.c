// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph => safe: 3 executions
// check --memory=tso => unsafe: data-race at weak_dekker.c:N after 2 executions
// check --memory=ra => unsafe: data-race at weak_dekker.c:N after 2 executions
// check --memory=rc11 => unsafe: data-race at weak_dekker.c:N after 2 executions
// check --memory=tso -- fenced => safe: 3 executions
// check --memory=rc11 -- fenced => safe: 3 executions
// The heart of Dekker's algorithm: each says that it wants to enter, and looks
// whether the other does. Without a fence both may miss what the other said.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_bool wants[2];
static bool fenced;
static int inside;

static void *enter(void *argument) {
    intptr_t self = (intptr_t)argument;
    atomic_store_explicit(&wants[self], true, memory_order_relaxed);
    if (fenced)
        atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&wants[1 - self], memory_order_relaxed))
        inside++;
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t[2];
    (void)argv;
    fenced = argc > 1;
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, enter, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
