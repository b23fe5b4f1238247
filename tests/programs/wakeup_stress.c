// SPDX-License-Identifier: Apache-2.0
// check --independent-adds=off -- 2 => safe: 4 executions
// check --independent-adds=off -- 3 => safe: 12 executions
// check --independent-adds=off -- 4 => safe: 48 executions
// check --independent-adds=off --algorithm=source -- 4 => safe: 48 executions
// check -- 4 => safe: 1 executions
// A known benchmark: 2 N!; with commuting additions there is nothing to order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first, second;
static pthread_t thread[8];
static int threads;

static void *add_first(void *unused) {
    atomic_fetch_add(&first, 1);
    return unused;
}

static void *add_second(void *unused) {
    atomic_fetch_add(&second, 1);
    return unused;
}

static void *last(void *unused) {
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return add_first(unused);
}

int main(int argc, char **argv) {
    pthread_t a, z;
    threads = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&a, NULL, add_first, NULL);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, add_second, NULL);
    pthread_create(&z, NULL, last, NULL);
    return 0;
}
