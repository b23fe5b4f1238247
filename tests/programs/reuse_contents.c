// SPDX-License-Identifier: Apache-2.0
// check --reuse=on => safe: 6 executions
// check --reuse=on --algorithm=source => safe: 6 executions
// What is in a block comes back when the search goes back to before it was freed
// and given out again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *work(void *unused) {
    int *old = malloc(sizeof *old);
    *old = 5;
    x = 1;
    assert(*old == 5);
    free(old);
    int *new = malloc(sizeof *new);
    *new = 6;
    assert(*new == 6);
    free(new);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    x = 3;
    pthread_join(thread, NULL);
    return 0;
}
