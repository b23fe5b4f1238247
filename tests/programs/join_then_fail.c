// SPDX-License-Identifier: Apache-2.0
// check --full-trace --algorithm=pop => unsafe: assertion at join_then_fail.c:29 after 2 executions
// check --full-trace --algorithm=optimal => unsafe: assertion at join_then_fail.c:29 after 2 executions
// check --full-trace --algorithm=source => unsafe: assertion at join_then_fail.c:29 after 2 executions
// says joins main/1/2
//
// What is wrong shows after two joins, of which only the first has to wait in
// some schedules: the schedule that is shown has them, and can be replayed.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *increment(void *unused) {
    int seen = atomic_load(&count);
    atomic_store(&count, seen + 1);
    return unused;
}

static void *supervise(void *unused) {
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(count == 2);
    return unused;
}

int main(void) {
    pthread_t supervisor;
    pthread_create(&supervisor, NULL, supervise, NULL);
    pthread_join(supervisor, NULL);
    return 0;
}
