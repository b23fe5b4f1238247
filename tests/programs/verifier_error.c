// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at verifier_error.c:28 after N executions
// check --algorithm=source => unsafe: assertion at verifier_error.c:28 after N executions
// The names that other tools use.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef __MAZURKA__
extern void reach_error(void);
#else
static void reach_error(void) {
    abort();
}
#endif

static atomic_int x;

static void *work(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (atomic_load(&x))
        reach_error();
    pthread_join(thread, NULL);
    return 0;
}
