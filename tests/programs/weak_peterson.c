// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph -- 1 => safe: 4 executions, 6 blocked
// check --memory=rc11 => unsafe: data-race at weak_peterson.c:N after 1 executions
// check --memory=tso -- 1 => unsafe: data-race at weak_peterson.c:N after 3 executions
// check --memory=rc11 -- 1 => unsafe: data-race at weak_peterson.c:N after 3 executions
// check --memory=tso -- 2 => safe: 4 executions, 6 blocked
// check --memory=rc11 -- 2 => safe: 4 executions, 6 blocked
// Peterson's lock, once for each of two threads. With relaxed accesses, and
// also with releases and acquires, both may be inside at one time.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_bool wants[2];
static atomic_int turn;
static memory_order gives = memory_order_relaxed;
static memory_order takes = memory_order_relaxed;
static int inside;

static void *work(void *argument) {
    int self = (int)(intptr_t)argument, other = 1 - self;
    atomic_store_explicit(&wants[self], true, gives);
    atomic_store_explicit(&turn, other, gives);
    while (atomic_load_explicit(&wants[other], takes) &&
           atomic_load_explicit(&turn, takes) == other)
        ;
    inside++;
    atomic_store_explicit(&wants[self], false, gives);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t[2];
    int way = argc > 1 ? atoi(argv[1]) : 0;
    if (way == 1) {
        gives = memory_order_release;
        takes = memory_order_acquire;
    } else if (way == 2) {
        gives = takes = memory_order_seq_cst;
    }
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
