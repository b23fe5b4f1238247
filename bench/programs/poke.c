// SPDX-License-Identifier: Apache-2.0
// flags -DN=3 -DK=4
// check --algorithm=pop => safe: 711 executions
// check --algorithm=optimal => safe: 711 executions
//
// poke(N, K): POP, Table 1 (K = 4); Pol(N, 3) of QPOR, Table 1. N workers set
// their flag; K times, a chooser counts up an index while a poker takes the
// flag at that index. Every shared variable has a mutex.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif
#ifndef K
#define K 4
#endif

static pthread_mutex_t lock_flag[N], lock_index = PTHREAD_MUTEX_INITIALIZER;
static int flag[N], index_now, poked;

static void *worker(void *argument) {
    intptr_t x = (intptr_t)argument;
    pthread_mutex_lock(&lock_flag[x]);
    flag[x] = 1;
    pthread_mutex_unlock(&lock_flag[x]);
    return NULL;
}

static void *chooser(void *unused) {
    for (int x = 1; x < N; x++) {
        pthread_mutex_lock(&lock_index);
        index_now = x;
        pthread_mutex_unlock(&lock_index);
    }
    return unused;
}

static void *poker(void *unused) {
    pthread_mutex_lock(&lock_index);
    int x = index_now;
    pthread_mutex_unlock(&lock_index);
    pthread_mutex_lock(&lock_flag[x]);
    if (flag[x] == 1) {
        poked++;
        flag[x] = 0;
    }
    pthread_mutex_unlock(&lock_flag[x]);
    return unused;
}

int main(void) {
    pthread_t thread[N], choose, poke;
    for (int x = 0; x < N; x++)
        pthread_mutex_init(&lock_flag[x], NULL);
    for (intptr_t x = 0; x < N; x++)
        pthread_create(&thread[x], NULL, worker, (void *)x);
    for (int k = 0; k < K; k++) {
        pthread_create(&choose, NULL, chooser, NULL);
        pthread_create(&poke, NULL, poker, NULL);
        pthread_join(choose, NULL);
        pthread_join(poke, NULL);
    }
    assert(poked >= 0 && poked <= N);
    for (int x = 0; x < N; x++)
        pthread_join(thread[x], NULL);
    for (int x = 0; x < N; x++)
        if (flag[x] != 0)
            poked++;
    assert(poked == N);
    return 0;
}
