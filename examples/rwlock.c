// SPDX-License-Identifier: Apache-2.0
// A cache behind a read-write lock: look it up as a reader, fill it in as a
// writer. Between the two locks somebody else may have filled it in, too.
//
//     mazurka examples/rwlock.c
//     => unsafe: leak at examples/rwlock.c:25 after 2 executions
//     mazurka examples/rwlock.c -DFIXED
//     => safe: 4 executions
//
// To learn: a read lock cannot be turned into a write lock; what was looked up
// has to be looked up again. A leak is a finding of its own.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int *cached;

static int lookup(void) {
    pthread_rwlock_rdlock(&lock);
    int *found = cached;
    pthread_rwlock_unlock(&lock);
    if (!found) {
        int *made = malloc(sizeof *made);
        *made = 42;
        pthread_rwlock_wrlock(&lock);
#ifdef FIXED
        if (cached)
            free(made);
        else
#endif
            cached = made;
        found = cached;
        pthread_rwlock_unlock(&lock);
    }
    return *found;
}

static void *reader(void *unused) {
    (void)unused;
    assert(lookup() == 42);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    assert(lookup() == 42);
    pthread_join(thread, NULL);
    free(cached);
    return 0;
}
