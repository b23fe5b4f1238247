// SPDX-License-Identifier: Apache-2.0
// A second attempt that is not like the first: who has failed takes two, so that
// the attempt in vain cannot be left out although it was undone.
// check => unsafe: assertion at loop_dynamic_attempt.c:N after N executions
// check --dynamic-loops=on => unsafe: assertion at loop_dynamic_attempt.c:N after N executions
// check --dynamic-loops=on --algorithm=source => unsafe: assertion at loop_dynamic_attempt.c:N after N executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ALL = 4 };
static atomic_int word = ALL;

static void *take(void *unused) {
    int found = atomic_fetch_sub(&word, 1);
    while (found <= 0) {
        atomic_fetch_add(&word, 1);
        while (word <= 0)
            ;
        found = atomic_fetch_sub(&word, 2);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    atomic_fetch_sub(&word, ALL);
    atomic_fetch_add(&word, ALL);
    pthread_join(thread, NULL);
    assert(word == ALL - 1);
}
