// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at reference_count_relaxed.c:16 after N executions
// check --algorithm=source => unsafe: data-race at reference_count_relaxed.c:16 after N executions
// Counted down with relaxed order: the free is not ordered after the other's use.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int data[4];
};

static void *work(void *argument) {
    struct object *o = argument;
    o->data[2] = 1; if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_relaxed) == 1) free(o);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct object *o = calloc(1, sizeof *o);
    o->references = 2;
    pthread_create(&a, NULL, work, o);
    pthread_create(&b, NULL, work, o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
