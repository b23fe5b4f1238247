// SPDX-License-Identifier: Apache-2.0
// Made when it is first needed: the pointer is looked at without the lock, "to
// be fast". Who sees the pointer has not synchronised with whoever filled in
// what it points to.
//
//     mazurka examples/lazy.c
//     => unsafe: data-race at examples/lazy.c:38 after 1 executions
//     mazurka examples/lazy.c -DFIXED
//     => safe: 4 executions
//
// To learn: "double-checked locking" is right if the first look is an atomic
// one. (pthread_once does the same with fewer lines.)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
    int verbose;
};

#ifdef FIXED
static struct settings *_Atomic settings;
#else
static struct settings *settings;
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get(void) {
    struct settings *found = settings;
    if (!found) {
        pthread_mutex_lock(&lock);
        found = settings;
        if (!found) {
            found = malloc(sizeof *found);
            found->verbose = 1;
            settings = found;
        }
        pthread_mutex_unlock(&lock);
    }
    return found;
}

static void *reader(void *unused) {
    (void)unused;
    assert(get()->verbose == 1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    assert(get()->verbose == 1);
    pthread_join(thread, NULL);
    free(settings);
    return 0;
}
