// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// check --algorithm=optimal => unsafe: assertion at FILE:N after N executions
// check --algorithm=quasi => unsafe: assertion at FILE:N after N executions
// check --algorithm=classic => unsafe: assertion at FILE:N after N executions
// check --goto=replay => unsafe: assertion at FILE:N after N executions
// Threads create threads, in whatever order the schedule has it; the failing
// schedule is replayed by a process that has seen no other one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, order;

static void *leaf(void *unused) {
    x++;
    return unused;
}

static void *branch(void *which) {
    pthread_t a, b;
    if (which)
        order = order * 2 + 1;
    else
        order = order * 2;
    pthread_create(&a, NULL, leaf, NULL);
    pthread_create(&b, NULL, leaf, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, branch, NULL);
    pthread_create(&b, NULL, branch, &x);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 4);
    assert(order != 2);
    return 0;
}
