// SPDX-License-Identifier: Apache-2.0
// A bit that is set and cleared, while somebody else sets it, too: cleared is
// not as before then, although setting commutes with setting, and although the
// changes add up to nothing in some of the equivalent executions.
// check --dynamic-loops=on --unroll=2 => unsafe: assertion at loop_dynamic_blind.c:N after N executions
// check --dynamic-loops=on --unroll=2 --algorithm=source => unsafe: assertion at loop_dynamic_blind.c:N after N executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits, stop;

static void *work(void *unused) {
    while (!stop) {
        atomic_fetch_or(&bits, 1);
        atomic_fetch_and(&bits, ~1);
    }
    return unused;
}

static void *set(void *unused) {
    atomic_fetch_or(&bits, 1);
    stop = 1;
    return unused;
}

int main(void) {
    pthread_t worker, setter;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&setter, NULL, set, NULL);
    pthread_join(worker, NULL);
    pthread_join(setter, NULL);
    assert(bits);
}
