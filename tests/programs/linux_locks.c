// SPDX-License-Identifier: Apache-2.0
// check -- 1 => safe: 4 executions
// check -- 2 => safe: 26 executions
// check -- 3 => safe: 192 executions
// check --algorithm=source -- 1 => safe: 4 executions
// check --algorithm=source -- 3 => safe: 192 executions
// check --races=interleave -- 3 => safe: 192 executions
// A known benchmark: locks that are tried; figures from the literature.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int lock, variable;
static int rounds;

static void *work(void *argument) {
    int number = (int)(intptr_t)argument;
    for (int i = 0; i < rounds; i++) {
        int expected = 0;
        if (!atomic_compare_exchange_strong(&lock, &expected, 1))
            continue;
        atomic_store(&variable, number);
        assert(atomic_load(&variable) == number);
        atomic_store(&lock, 0);
    }
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    rounds = argc > 1 ? atoi(argv[1]) : 2;
    pthread_create(&a, NULL, work, (void *)1);
    pthread_create(&b, NULL, work, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
