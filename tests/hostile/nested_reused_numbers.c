// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// check --algorithm=optimal => unsafe: assertion at FILE:N after N executions
// Two threads create and join many, one after another; then something fails in
// one order only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *leaf(void *unused) {
    return unused;
}

static void *branch(void *which) {
    for (int i = 0; i < 40; i++) {
        pthread_t thread;
        assert(pthread_create(&thread, NULL, leaf, NULL) == 0);
        pthread_join(thread, NULL);
    }
    if (which)
        x = 1;
    else
        assert(x == 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, branch, NULL);
    pthread_create(&b, NULL, branch, &x);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
