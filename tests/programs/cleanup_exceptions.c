// SPDX-License-Identifier: Apache-2.0
// Clean-up handlers are the program's own, whatever the compiler is told.
// flags -fexceptions
// check => safe: 1 executions
#include <assert.h>
#include <pthread.h>

#ifdef __EXCEPTIONS
#error "the library would run the handlers"
#endif

static int cleaned;

static void clean(void *by) {
    cleaned += *(int *)by;
}

static void *run(void *unused) {
    int by = 1;
    pthread_cleanup_push(clean, &by);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(cleaned == 1);
    return 0;
}
