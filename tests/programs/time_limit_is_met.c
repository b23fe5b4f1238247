// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at time_limit_is_met.c:24 after N executions
// check --algorithm=source => unsafe: assertion at time_limit_is_met.c:24 after N executions
// check --dynamic-loops=off => unsafe: assertion at time_limit_is_met.c:24 after N executions
// It may take longer than that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void *sets(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sets, NULL);
    time_t start = time(NULL);
    while (!flag && time(NULL) - start < 3600)
        ;
    assert(flag);
    pthread_join(thread, NULL);
    return 0;
}
