// SPDX-License-Identifier: Apache-2.0
// Each place and each thread that a data race can have is told, whichever of
// the ways to the same memory is explored.
// flags --states
// check --algorithm=stateful --keep-going => unsafe: data-race at race_states_places.c:44 after N executions
// says race_states_places.c:27  data = 0;
// says race_states_places.c:29  data = 0;
// says race_states_places.c:38  __atomic_store_n
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, done;

static int is_set(atomic_int *what) {
    return atomic_load_explicit(what, memory_order_relaxed);
}

static void *up_and_down(void *unused) {
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 0, memory_order_relaxed);
    return unused;
}

static void *writes_here_or_there(void *unused) {
    if (is_set(&flag))
        data = 0;
    else
        data = 0;
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}

// After it, where it knows that.
static void *writes_too(void *unused) {
    if (atomic_load_explicit(&done, memory_order_acquire) == 0)
        return unused;
    __atomic_store_n(&data, 0, __ATOMIC_RELAXED);
    atomic_store_explicit(&done, 2, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused) {
    return is_set(&done) == 2 && data ? unused : NULL;
}

int main(void) {
    pthread_t threads[4];
    static void *(*const all[])(void *) = {writes_here_or_there, writes_too,
                                           up_and_down, reads};
    for (unsigned i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, all[i], NULL);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
