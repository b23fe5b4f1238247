// SPDX-License-Identifier: Apache-2.0
// check --memory=rc11 => safe: 3 executions
// check --algorithm=graph => safe: 3 executions
// check --memory=rc11 -- racy => unsafe: data-race at weak_plain_again.c:N after 1 executions
// A place that is accessed atomically, and written plainly between: the plain
// write has its place in modification order, and who comes after it finds
// nothing older.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    atomic_int first, second;
} pair = {7, 8};
static atomic_int done, again;

static void *look(void *unused) {
    int first = atomic_load_explicit(&pair.first, memory_order_relaxed);
    assert(first == 7 || first == 9);
    atomic_store_explicit(&done, 1, memory_order_release);
    if (atomic_load_explicit(&again, memory_order_acquire))
        assert(atomic_load_explicit(&pair.first, memory_order_relaxed) == 0 &&
               atomic_load_explicit(&pair.second, memory_order_relaxed) == 5);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t t;
    (void)argv;
    pthread_create(&t, NULL, look, NULL);
    if (argc > 1 || atomic_load_explicit(&done, memory_order_acquire)) {
        memset(&pair, 0, sizeof pair);
        *(int *)&pair.second = 5;
        atomic_store_explicit(&again, 1, memory_order_release);
    }
    pthread_join(t, NULL);
    assert(atomic_load(&pair.second) == (argc > 1 ? 5 : 8) ||
           atomic_load(&again));
    return 0;
}
