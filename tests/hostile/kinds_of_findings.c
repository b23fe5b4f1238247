// SPDX-License-Identifier: Apache-2.0
// flags -lm
// check -- assertion => unsafe: assertion at FILE:N after N executions
// check -- abort => unsafe: abort at FILE:N after N executions
// check -- deadlock => unsafe: deadlock at FILE:N after N executions
// check -- livelock => unsafe: livelock at FILE:N after N executions
// check -- data_race => unsafe: data-race at FILE:N after N executions
// check -- null => unsafe: null-dereference at FILE:N after N executions
// check -- segfault => unsafe: segfault at FILE:N after N executions
// check -- use_after_free => unsafe: use-after-free at FILE:N after N executions
// check -- double_free => unsafe: double-free at FILE:N after N executions
// check -- invalid_free => unsafe: invalid-free at FILE:N after N executions
// check -- out_of_bounds => unsafe: out-of-bounds at FILE:N after N executions
// check -- leak => unsafe: leak at FILE:N after N executions
// check -- stack_overflow => unsafe: stack-overflow at FILE:N after N executions
// check -- mutex_misuse => unsafe: mutex-misuse at FILE:N after N executions
// check -- api_misuse => unsafe: api-misuse at FILE:N after N executions
// check -- no_progress => unsafe: no-progress at FILE:N after N executions
// check -- signal => unsafe: uncaught-signal at FILE:N after N executions
// check -- exit_status => unsafe: exit-status at FILE:N after N executions
// json findings.0.confirmed=true
// Every kind of finding, in a thread of a thread, in one order of two; each
// must come again in a new process.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;
static int plain;
static const char *which;
static sem_t destroyed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int is(const char *name) {
    return !strcmp(which, name);
}

static int recurse(int depth) {
    volatile int here = depth;
    return recurse(depth + 1) + here;
}

static void fails(void) {
    char *volatile block = malloc(10);
    char *volatile nowhere = NULL;
    int exits = 0;
    if (is("assertion"))
        assert(!"planted");
    if (is("abort"))
        abort();
    if (is("deadlock")) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&m);
    }
    if (is("livelock"))
        while (x != 77) {
        }
    if (is("null"))
        *nowhere = 1;
    if (is("segfault"))
        *(volatile char *)0x123456789a = 1;
    if (is("use_after_free") || is("double_free")) {
        free(block);
        if (is("use_after_free"))
            block[0] = 1;
    }
    if (is("invalid_free"))
        free(block + 1);
    if (is("out_of_bounds"))
        block[10] = 1;
    if (is("leak"))
        block = malloc(20);
    if (is("stack_overflow"))
        recurse(0);
    if (is("mutex_misuse"))
        pthread_mutex_unlock(&m);
    if (is("api_misuse"))
        sem_post(&destroyed);
    if (is("no_progress"))
        for (;;) {
        }
    if (is("signal"))
        raise(SIGUSR1);
    if (is("exit_status"))
        exits = 1;
    free(block);
    if (exits)
        exit(5);
}

static void *leaf(void *unused) {
    if (x == 1)
        fails();
    if (is("data_race"))
        plain++;
    return unused;
}

static void *branch(void *unused) {
    pthread_t a, b;
    pthread_create(&a, NULL, leaf, NULL);
    pthread_create(&b, NULL, leaf, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return unused;
}

int main(int count, char **words) {
    which = words[count - 1];
    sem_init(&destroyed, 0, 0);
    sem_destroy(&destroyed);
    pthread_t thread;
    pthread_create(&thread, NULL, branch, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
