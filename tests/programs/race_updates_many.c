// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_updates_many.c:N after N executions
// check --algorithm=source => unsafe: data-race at race_updates_many.c:N after N executions
// check -- flag => incomplete: too many orders of updates before a suspected data race after 2 executions
// So many updates commute that not all of their orders can be tried. Whether there
// is a data race is often known all the same; with the flag, nobody knows.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MANY = 8 };

static int p;
static atomic_int x, y, flag;
static bool flagged;

static void *before(void *unused) {
    p = 1;
    for (int i = 0; i < MANY; i++)
        atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
    atomic_fetch_add_explicit(&y, 1, memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *after(void *unused) {
    for (int i = 0; i < MANY; i++)
        atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
    if (flagged) {
        if (!atomic_load_explicit(&flag, memory_order_relaxed))
            return unused;
        atomic_fetch_add_explicit(&y, 1, memory_order_acquire);
    }
    p = 2;
    return unused;
}

int main(int count, char **arguments) {
    (void)arguments;
    flagged = count > 1;
    pthread_t one, two;
    pthread_create(&one, NULL, before, NULL);
    pthread_create(&two, NULL, after, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
