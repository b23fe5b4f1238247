// SPDX-License-Identifier: Apache-2.0
// flags --states
// check --algorithm=stateful => unsafe: data-race at race_states_cycle.c:21 after N executions
// check --algorithm=optimal => unsafe: data-race at race_states_cycle.c:21 after N executions
#include <pthread.h>
#include <stdatomic.h>

// Who asks in vain writes, and is where it was before. That it may be in a race
// is not known before the other one is seen to read.
static atomic_int busy;
static int data;

static void *asks(void *unused) {
    while (!busy)
        data = 0;
    return unused;
}

static void *answers(void *unused) {
    busy = 1;
    return data ? unused : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, asks, NULL);
    pthread_create(&b, NULL, answers, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
