// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// pthread_exit from a function deep inside; nothing is shared.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int result = 42;

static void leave(int depth) {
    if (depth == 0)
        pthread_exit(&result);
    if (depth > 0)
        leave(depth - 1);
}

static void *work(void *unused) {
    leave(5);
    abort();
    return unused;
}

int main(void) {
    pthread_t thread;
    void *got;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &got);
    assert(got == &result && *(int *)got == 42);
    return 0;
}
