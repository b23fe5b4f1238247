// SPDX-License-Identifier: Apache-2.0
// flags --states
// check --algorithm=stateful --races=interleave -- 0 => unsafe: assertion at join_result_states.c:27 after N executions
// check --algorithm=stateful --races=interleave -- 1 => unsafe: assertion at join_result_states.c:27 after N executions
// A thread's result has left it, and is not yet where who joins it wants it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long x;
static void *result;

static void *work(void *unused) {
    (void)unused;
    return (void *)x;
}

int main(int count, char **words) {
    long unwanted = atol(words[count - 1]);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 1;
    x = 0;
    x = 1;
    pthread_join(thread, &result);
    assert((long)result != unwanted);
    return 0;
}
