// SPDX-License-Identifier: Apache-2.0
// flags -DN=4
// check --algorithm=pop --independent-adds=off => safe: 48 executions
// check --algorithm=optimal --independent-adds=off => safe: 48 executions
// check --algorithm=source --independent-adds=off => safe: 48 executions
// check --independent-adds=on => safe: 1 executions
//
// wakeup-stress(N): JACM, Figure 12 and Table 2. N threads increment a counter;
// one increments another, and so does the last, which waits for the N. The
// paper's increments conflict: 2 N! classes with --independent-adds=off, and
// wakeup trees of more than N! nodes. (As independent updates: one class.)

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

static atomic_int counter1, counter2;
static pthread_t thread[N];

static void *increment1(void *unused) {
    atomic_fetch_add(&counter1, 1);
    return unused;
}

static void *increment2(void *unused) {
    atomic_fetch_add(&counter2, 1);
    return unused;
}

static void *last(void *unused) {
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    atomic_fetch_add(&counter1, 1);
    return unused;
}

int main(void) {
    pthread_t first_thread, last_thread;
    pthread_create(&first_thread, NULL, increment1, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, increment2, NULL);
    pthread_create(&last_thread, NULL, last, NULL);
    pthread_exit(NULL);
}
