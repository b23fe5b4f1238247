// SPDX-License-Identifier: Apache-2.0
// check --keep-going => unsafe: assertion at keep_going.c:22 after N executions
// check --keep-going --algorithm=source => unsafe: assertion at keep_going.c:22 after N executions
// says the second one
// Two different findings in different executions; the first is in the last
// line, both are reported. What main sees first is what nobody has set yet.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen = atomic_load(&x);
    assert(seen != 0 && "the first one");
    assert(seen != 1 && "the second one");
    pthread_join(thread, NULL);
    return 0;
}
