// SPDX-License-Identifier: Apache-2.0
// A ticket lock: as many executions as orders of the threads, none blocked.
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int next, serving;
static int data;

static void *enter(void *unused) {
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
        ;
    data++;
    atomic_fetch_add(&serving, 1);
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(data == N);
}
