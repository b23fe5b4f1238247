// SPDX-License-Identifier: Apache-2.0
// The thread has no operation, and what main does before its write is hidden:
// the race is found where it is when nothing is.
// check => unsafe: data-race at own_newborn.c:24 after 1 executions
// check --algorithm=optimal => unsafe: data-race at own_newborn.c:24 after 1 executions
// check --algorithm=source => unsafe: data-race at own_newborn.c:24 after 1 executions
#include <pthread.h>
#include <stdatomic.h>

static atomic_int own;
static int p;

static void *writer(void *unused) {
    p = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    own++;
    own++;
    own++;
    p = 2;
    pthread_join(thread, NULL);
    return 0;
}
