// SPDX-License-Identifier: Apache-2.0
// check --preemptions=0 => incomplete: preemption limit after N executions
// check --preemptions=1 => unsafe: assertion at bound_preemptions.c:N after N executions
// check --preemptions=1 -- safe => incomplete: preemption limit after N executions
// check --preemptions=9 -- safe => safe: 4 executions, N blocked
// check --deepen => unsafe: assertion at bound_preemptions.c:N after N executions
// check --deepen -- safe => safe: 4 executions, N blocked
// check --max-context-switches=3 => incomplete: context-switch limit after N executions
// check --max-context-switches=4 => unsafe: assertion at bound_preemptions.c:N after N executions
// check --random=300 --seed=2 => unsafe: assertion at bound_preemptions.c:N after N executions
// check --random=300 -- safe => incomplete: random executions only after 300 executions
// check --pct=2 => unsafe: assertion at bound_preemptions.c:N after N executions
// check --pct=1 => incomplete: random executions only after 1000 executions
//
// An update is lost if a thread is preempted between its load and its store:
// one preemption, which is a bug of depth 2. Four switches: main, one, other, one,
// main.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *add(void *unused) {
    (void)unused;
    atomic_store(&x, atomic_load(&x) + 1);
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t one, other;
    (void)arguments;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&other, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(count > 1 || atomic_load(&x) == 2);
    return 0;
}
