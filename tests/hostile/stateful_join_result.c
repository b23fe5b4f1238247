// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all --races=interleave => unsafe: assertion at FILE:N after N executions
// states --algorithm=stateful --races=interleave => unsafe: assertion at FILE:N after N executions
// states --algorithm=stateful => unsafe: assertion at FILE:N after N executions
// What a thread returned is known to nobody but who joins it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;

static void *work(void *unused) {
    (void)unused;
    return (void *)(intptr_t)x;
}

static void *other(void *unused) {
    x = 1;
    y = 1;
    y = 0;
    x = 0;
    return unused;
}

int main(void) {
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, &result);
    y = 0;
    assert(result == NULL);
    pthread_join(b, NULL);
    return 0;
}
