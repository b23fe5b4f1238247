// SPDX-License-Identifier: Apache-2.0
// check --keep-going => unsafe: use-after-free at use_after_free_atomic.c:18 after N executions
// check --algorithm=source => unsafe: use-after-free at use_after_free_atomic.c:18 after N executions
// check --races=interleave --keep-going => unsafe: use-after-free at use_after_free_atomic.c:18 after N executions
// The last one out frees, but a count is looked at before it is taken part in:
// the block can be gone when the atomic operation comes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int uses;
};
static struct object *_Atomic shared;

static void *work(void *unused) {
    struct object *o = atomic_load(&shared);
    if (o) atomic_fetch_add(&o->uses, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct object *o = calloc(1, sizeof *o);
    atomic_store(&shared, o);
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&shared, NULL);
    if (atomic_load(&o->uses) == 0)
        free(o);
    pthread_join(thread, NULL);
    return 0;
}
