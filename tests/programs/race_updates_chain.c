// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_updates_chain.c:39 after N executions
// check -- back => unsafe: data-race at race_updates_chain.c:39 after N executions
// check --algorithm=optimal => unsafe: data-race at race_updates_chain.c:39 after N executions
// check --algorithm=source => unsafe: data-race at race_updates_chain.c:39 after N executions
// check --algorithm=source -- back => unsafe: data-race at race_updates_chain.c:39 after N executions
// check --algorithm=quasi -- back => unsafe: data-race at race_updates_chain.c:39 after N executions
// That the first write comes before the second is known only if the updates of y
// happen in one order. Neither the second thread nor the third can simply be run
// first: each needs what the others do, by flags that order nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int p;
static atomic_int x, y, written, passed, told;

static void *writes(void *unused) {
    p = 1;
    atomic_fetch_add_explicit(&x, 1, memory_order_release);
    atomic_store_explicit(&written, 1, memory_order_relaxed);
    atomic_store_explicit(&passed, 1, memory_order_relaxed);
    return unused;
}

static void *tells(void *unused) {
    if (atomic_load_explicit(&written, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&x, 1, memory_order_acquire);
        atomic_fetch_add_explicit(&y, 1, memory_order_release);
        atomic_store_explicit(&told, 1, memory_order_relaxed);
    }
    return unused;
}

static void *writes_too(void *unused) {
    if (atomic_load_explicit(&passed, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&y, 1, memory_order_acquire);
        if (atomic_load_explicit(&told, memory_order_relaxed))
            p = 2;
    }
    return unused;
}

int main(int count, char **arguments) {
    (void)arguments;
    void *(*const starts[])(void *) = {writes, tells, writes_too};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, starts[count > 1 ? 2 - i : i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
