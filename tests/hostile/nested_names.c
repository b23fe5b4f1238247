// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// json findings.0.thread=main/2/1
// A thread is known by who created it, and by how many that one had created
// before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *fails(void *unused) {
    assert(x == 0);
    return unused;
}

static void *quiet(void *unused) {
    x = 1;
    return unused;
}

static void *branch(void *which) {
    pthread_t a;
    pthread_create(&a, NULL, which ? fails : quiet, NULL);
    pthread_join(a, NULL);
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
