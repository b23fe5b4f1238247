// SPDX-License-Identifier: Apache-2.0
// check => unsafe: out-of-bounds at queue_overflow.c:17 after N executions
// check --algorithm=source => unsafe: out-of-bounds at queue_overflow.c:17 after N executions
// check --races=interleave => unsafe: out-of-bounds at queue_overflow.c:17 after N executions
// Each checks for room before it locks: both can find the last place.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int count = 3;
static int *slots;

static void *push(void *unused) {
    if (atomic_load(&count) < 4) {
        pthread_mutex_lock(&mutex);
        slots[atomic_fetch_add(&count, 1)] = 1;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    slots = calloc(4, sizeof *slots);
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, push, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(slots);
    return 0;
}
