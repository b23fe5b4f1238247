// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// check --algorithm=optimal => unsafe: assertion at FILE:N after N executions
// check --seed=7 => unsafe: assertion at FILE:N after N executions
// Whether a thread creates another one depends on the schedule: numbers given
// in order of appearance differ between executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *quiet(void *unused) {
    y++;
    return unused;
}

static void *loud(void *unused) {
    assert(y != 2);
    return unused;
}

static void *branch(void *unused) {
    pthread_t a, b;
    int first = atomic_fetch_add(&x, 1) == 0;
    if (first) {
        pthread_create(&a, NULL, quiet, NULL);
        pthread_create(&b, NULL, quiet, NULL);
        pthread_join(b, NULL);
    } else {
        pthread_create(&a, NULL, loud, NULL);
    }
    pthread_join(a, NULL);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, branch, NULL);
    pthread_create(&b, NULL, branch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
