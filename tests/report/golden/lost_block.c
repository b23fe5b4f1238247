// SPDX-License-Identifier: Apache-2.0
// Two threads fill a cache; what the first has put there is lost.

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
