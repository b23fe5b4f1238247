// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_updates_third.c:37 after N executions
// check -- back => unsafe: data-race at race_updates_third.c:37 after N executions
// check --algorithm=source => unsafe: data-race at race_updates_third.c:37 after N executions
// The second write knows of the first one only by way of a third thread, if the
// updates of that one come after those of the first. There are too many of them to
// try all orders; the one that matters has the first thread as late as can be.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { MANY = 8 };

static int p;
static atomic_int x, y, written, told;

static void *writes(void *unused) {
    p = 1;
    for (int i = 0; i < MANY; i++)
        atomic_fetch_add_explicit(&x, 1, memory_order_release);
    atomic_store_explicit(&written, 1, memory_order_relaxed);
    return unused;
}

static void *tells(void *unused) {
    for (int i = 0; i < MANY; i++)
        atomic_fetch_add_explicit(&x, 1, memory_order_acquire);
    atomic_fetch_add_explicit(&y, 1, memory_order_release);
    atomic_store_explicit(&told, 1, memory_order_relaxed);
    return unused;
}

static void *writes_too(void *unused) {
    if (atomic_load_explicit(&written, memory_order_relaxed) &&
        atomic_load_explicit(&told, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&y, 1, memory_order_acquire);
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
