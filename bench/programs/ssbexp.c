// SPDX-License-Identifier: Apache-2.0
// check => safe: 8 executions
// check --algorithm=quasi --k=optimal => safe: 8 executions
// check --algorithm=quasi --k=2 => safe: 8 executions
// N writers of a variable each, one who counts up an index, and main, who
// reads the index and writes the variable that it names: 2 * N, which
// source-DPOR finds among exponentially many that it cuts short.
//
// [QPOR] Figure 1; every access has a mutex of its own variable around it.
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t value_locks[N];
static int values[N];
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static int index_now;

static void set(intptr_t id, int value) {
    pthread_mutex_lock(&value_locks[id]);
    values[id] = value;
    pthread_mutex_unlock(&value_locks[id]);
}

static void *writer(void *argument) {
    set((intptr_t)argument, 7);
    return NULL;
}

static void *count(void *unused) {
    for (int i = 1; i < N; i++) {
        pthread_mutex_lock(&index_lock);
        index_now = i;
        pthread_mutex_unlock(&index_lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&value_locks[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread, NULL, writer, (void *)i);
    pthread_create(&thread, NULL, count, NULL);
    pthread_mutex_lock(&index_lock);
    int id = index_now;
    pthread_mutex_unlock(&index_lock);
    set(id, 0);
    pthread_exit(NULL);
}
