// SPDX-License-Identifier: Apache-2.0
// A reference counter that is decremented in one step and read in another: two
// owners may both see zero and both free the object, or one of them reads the
// counter of an object that the other has just freed.
//
//     mazurka examples/refcount.c
//     => unsafe: data-race at examples/refcount.c:33 after 1 executions
//     mazurka --no-check=data-race examples/refcount.c
//     => unsafe: use-after-free at examples/refcount.c:32 after 2 executions
//     mazurka examples/refcount.c -DFIXED
//     => safe: 2 executions
//
// To learn: freeing is a write. Reading that nothing orders before it is a
// race, found in the first execution, even where the two did not meet; with
// --no-check=data-race the same program shows what becomes of it.
// Operations that are atomic one by one do not make an atomic sequence.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int owners;
};

static void drop(struct object *object) {
#ifdef FIXED
    if (atomic_fetch_sub(&object->owners, 1) == 1)
        free(object);
#else
    atomic_fetch_sub(&object->owners, 1);
    if (atomic_load(&object->owners) == 0)
        free(object);
#endif
}

static void *owner(void *object) {
    drop(object);
    return NULL;
}

int main(void) {
    struct object *object = malloc(sizeof *object);
    object->owners = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, owner, object);
    drop(object);
    pthread_join(thread, NULL);
    return 0;
}
