// SPDX-License-Identifier: Apache-2.0
// check --max-executions=100 => incomplete: execution limit after 100 executions
// check --algorithm=optimal --max-executions=100 => incomplete: execution limit after 100 executions
// check --algorithm=pop --max-executions=100 => incomplete: execution limit after 100 executions
// Both count how often they look: no two iterations are the same, and a thread
// could go on for ever before the other one gets a turn. Executions end.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started, done;
static int looked[2];

static void *works(void *unused) {
    while (!atomic_load(&started))
        looked[1]++;
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, works, NULL);
    atomic_store(&started, 1);
    while (!atomic_load(&done))
        looked[0]++;
    pthread_join(id, NULL);
    return looked[0] + looked[1] < 0;
}
