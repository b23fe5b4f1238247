// SPDX-License-Identifier: Apache-2.0
// check --digest --algorithm=pop => safe: 18 executions
// check --digest --algorithm=optimal => safe: 18 executions
// check --digest --algorithm=source => safe: 18 executions
// check --digest --algorithm=classic => safe: 18 executions
// check --digest --algorithm=quasi => safe: 18 executions
// prints digest: 535936c98d0974ac1d04a61ef4b53ad3
//
// The digest is the same whatever of this is hidden: accesses of main while it is
// alone, those to what one thread alone accesses, and that in one phase of the
// program another one does.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared, own, turns;

static void *first(void *unused) {
    (void)unused;
    atomic_store(&shared, 1);
    atomic_store(&own, 1);
    atomic_store(&own, atomic_load(&own) + 1);
    atomic_store(&shared, 2);
    return NULL;
}

static void *second(void *unused) {
    (void)unused;
    atomic_store(&turns, 1);
    atomic_store(&turns, 2);
    atomic_load(&shared);
    return NULL;
}

static void *third(void *unused) {
    (void)unused;
    atomic_store(&own, 7);
    atomic_store(&turns, atomic_load(&own));
    atomic_fetch_add(&shared, 1);
    atomic_load(&shared);
    return NULL;
}

static void run(void *(*one)(void *), void *(*other)(void *)) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void) {
    atomic_store(&shared, 5);
    atomic_store(&own, 5);
    run(first, second);
    assert(atomic_load(&shared) == 2);
    atomic_store(&shared, 0);
    run(second, third);
    return 0;
}
