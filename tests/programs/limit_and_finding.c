// SPDX-License-Identifier: Apache-2.0
// check -k => unsafe: assertion at limit_and_finding.c:30 after N executions
// check -k --algorithm=source => unsafe: assertion at limit_and_finding.c:30 after N executions
// says exit-handler limit at limit_and_finding.c:24, in 1 executions
// A limit in one order, a bug in the other: both are told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void nothing(void) {
}

static void *write(void *unused) {
    flag = 1;
    return unused;
}

static void fill(void) {
    int failed = 0;
    for (int i = 0; i < 5000; i++)
        failed |= atexit(nothing);
    assert(!failed);
}

static void look(int seen) {
    if (!seen)
        assert(!"too early");
    fill();
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, write, NULL);
    look(flag);
    pthread_join(a, NULL);
    return 0;
}
