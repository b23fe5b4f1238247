// SPDX-License-Identifier: Apache-2.0
// A bit that is set and cleared, while somebody else sets it, too: cleared is
// not as before then, although setting commutes with setting.
// check --dynamic-loops=on => unsafe: assertion at loop_dynamic_blind.c:N after N executions
// check --dynamic-loops=on --algorithm=source => unsafe: assertion at loop_dynamic_blind.c:N after N executions

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

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_fetch_or(&bits, 1);
    stop = 1;
    pthread_join(thread, NULL);
    assert(bits);
}
