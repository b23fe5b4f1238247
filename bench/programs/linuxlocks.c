// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check --algorithm=pop => safe: 192 executions
// check --algorithm=optimal => safe: 192 executions
// check --races=interleave => safe: 192 executions
// check --algorithm=source => safe: 192 executions
//
// linuxlocks(N): the row "linuxrwlocks" of POP, Table 1, runs this program. Two
// threads try to take a lock by one compare-exchange, N times, without trying
// again; whoever has it stores its number, loads it, and releases. A
// compare-exchange that fails is a read.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif

static atomic_int lock, variable;

static void *work(void *argument) {
    int number = (int)(intptr_t)argument;
    for (int k = 0; k < N; k++) {
        int unlocked = 0;
        if (!atomic_compare_exchange_strong(&lock, &unlocked, 1))
            continue;
        atomic_store(&variable, number);
        int seen = atomic_load(&variable);
        assert(seen == number);
        atomic_store(&lock, 0);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)(intptr_t)1);
    pthread_create(&b, NULL, work, (void *)(intptr_t)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
