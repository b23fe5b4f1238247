// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph --keep-going => unsafe: assertion at weak_joined.c:N after 2 executions
// check --memory=rc11 --keep-going => unsafe: assertion at weak_joined.c:N after 2 executions
// Under sc, joins are no steps of the search, but of a finding's schedule, where
// what is read is named by other numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *second(void *unused) {
    atomic_store(&x, 2);
    atomic_store(&y, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, second, NULL);
    if (atomic_load(&x) == 1)
        assert(atomic_load(&y) == 0);
    pthread_join(b, NULL);
    return 0;
}
