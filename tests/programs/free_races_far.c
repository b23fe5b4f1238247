// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at free_races_far.c:25 after 1 executions
// check --algorithm=source => unsafe: data-race at free_races_far.c:25 after 1 executions
// says main/1  reads
// A large block is freed while somebody may still read near its end: the flag
// comes after the read, but orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *work(void *block) {
    volatile char seen = ((char *)block)[(3 << 20) - 5];
    (void)seen;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t thread;
    char *block = calloc(3, 1 << 20);
    pthread_create(&thread, NULL, work, block);
    while (!atomic_load_explicit(&done, memory_order_relaxed));
    free(block);
    pthread_join(thread, NULL);
    return 0;
}
