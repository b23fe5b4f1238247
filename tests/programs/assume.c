// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => safe: 1 executions, 1 blocked
// check --algorithm=source => safe: 1 executions, 1 blocked
// The execution in which the read comes first is not wanted.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *work(void *unused) {
    atomic_store(&ready, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    mz_assume(atomic_load(&ready) == 1);
    pthread_join(thread, NULL);
    return 0;
}
