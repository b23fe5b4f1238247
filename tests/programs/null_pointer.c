// SPDX-License-Identifier: Apache-2.0
// check => unsafe: null-dereference at null_pointer.c:21 after N executions
// check --algorithm=source => unsafe: null-dereference at null_pointer.c:21 after N executions
// check --races=interleave => unsafe: null-dereference at null_pointer.c:21 after N executions
// The pointer is not set yet if main is faster.
#include <pthread.h>
#include <stdatomic.h>

static int value = 3;
static int *_Atomic pointer;

static void *work(void *unused) {
    atomic_store(&pointer, &value);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int *p = atomic_load(&pointer);
    int seen = *p;
    pthread_join(thread, NULL);
    return seen - 3;
}
