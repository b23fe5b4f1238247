// SPDX-License-Identifier: Apache-2.0
// check -- 1 => safe: 2 executions
// check -- 2 => safe: 4 executions
// check -- 3 => safe: 12 executions
// check -- 4 => safe: 48 executions
// check --algorithm=source -- 4 => safe: 48 executions
// check --races=interleave -- 4 => safe: 48 executions
// A thread that creates N others: 2 N! (x before or after, and the order of
// the stores to y).
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static int threads;

static void *write_x(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *write_y(void *unused) {
    atomic_store(&y, 1);
    return unused;
}

static void *create(void *unused) {
    pthread_t thread[8];
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, write_y, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    atomic_load(&x);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t p, q;
    threads = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&p, NULL, write_x, NULL);
    pthread_create(&q, NULL, create, NULL);
    return 0;
}
