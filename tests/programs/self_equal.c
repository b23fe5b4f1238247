// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Handles: what create stores is what self returns; nothing conflicts.
#include <assert.h>
#include <pthread.h>

struct args {
    pthread_t creator, self;
};

static void *work(void *argument) {
    struct args *args = argument;
    assert(!pthread_equal(pthread_self(), args->creator));
    args->self = pthread_self();
    return NULL;
}

int main(void) {
    struct args a = {.creator = pthread_self()}, b = a;
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, work, &a);
    pthread_create(&thread[1], NULL, work, &b);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    assert(pthread_equal(a.self, thread[0]));
    assert(pthread_equal(b.self, thread[1]));
    assert(!pthread_equal(a.self, b.self));
    return 0;
}
