// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// The last one out frees: either is the last. Release and acquire order the
// uses before the free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int data[4];
};

static void *work(void *argument) {
    struct object *o = argument;
    int seen = o->data[2];
    if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) == 1)
        free(o);
    return seen == 9 ? argument : NULL;
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
