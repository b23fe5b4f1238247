// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check --algorithm=pop => safe: 4 executions
// check --algorithm=optimal => safe: 4 executions
// check --races=interleave => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --algorithm=classic => safe: 4 executions, 1 blocked
//
// readers(N): JACM, Figures 1 and 13, Table 4. One writer of x, and N readers
// that load a variable of their own before they load x: 2^N classes. Their
// private loads and the writer's being first matter for classic DPOR, which
// explores (3^N + 1) / 2.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

static atomic_int x, y[N];

static void *writer(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *reader(void *argument) {
    (void)atomic_load(&y[(intptr_t)argument]);
    (void)atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t thread[N + 1];
    pthread_create(&thread[N], NULL, writer, NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, reader, (void *)i);
    pthread_exit(NULL);
}
