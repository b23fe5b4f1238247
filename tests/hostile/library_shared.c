// SPDX-License-Identifier: Apache-2.0
// flags -L$LIBRARY -loutside
// check -- nothing => safe: 2 executions
// check -- adds => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check --trust=outside_adds -- adds => safe: 2 executions
// check --trust=all -- adds => safe: 2 executions
// check --trust=liboutside.so -- adds => safe: 2 executions
// check --trust=other -- adds => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check -- pointer => incomplete: calls outside of control (*outside_adds*) after 2 executions
// check --trust=outside_adds -- pointer => safe: 2 executions
// check -- counts => incomplete: *
// check --trust=all -- counts => safe: 2 executions
// check -- writes => incomplete: *
// check -- reads => incomplete: *
// check -- exits => incomplete: * || not checked: *
// check -- exits_1 => incomplete: * || not checked: *
// check -- exits_now => incomplete: * || not checked: *
// check -- aborts => incomplete: * || not checked: * || unsafe: abort at FILE:N after N executions
// check -- dies => incomplete: * || not checked: * || unsafe: uncaught-signal at FILE:N after N executions
// check -- crashes => incomplete: * || not checked: * || unsafe: segfault at FILE:N after N executions || unsafe: null-dereference at FILE:N after N executions
// check -- jumps => incomplete: * || not checked: *
// check -- calls => incomplete: * || not checked: *
// check --trust=all -- calls => safe: 2 executions
// check -- locks => incomplete: * || not checked: *
// check -- starts_thread => incomplete: * || not checked: *
// check -- allocates => incomplete: * || not checked: *
// check -- frees => incomplete: * || not checked: *
// check --timeout=1 -- loops => incomplete: *
// check --timeout=1 -- blocks => incomplete: *
// check -- prints => incomplete: *
// check -- forges => incomplete: *
// check -- closes => incomplete: * || not checked: *
// check -- errx => incomplete: * || not checked: *
// check -- unmaps => incomplete: * || not checked: * || unsafe: segfault at FILE:N after N executions
// check -- qsorts => incomplete: * || not checked: *
// check --trust=all -- qsorts => safe: 2 executions
// check -- variadic => incomplete: *
// check -- variable => safe: 2 executions || incomplete: *
// check -- found => unsafe: assertion at FILE:N after N executions
// A library that was not compiled by us, in the orders of two stores.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "outside/outside.h"

static int word;
static int numbers[] = {3, 1, 2};

static int twice(int x) {
    return 2 * x;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void jumps(void) {
    static jmp_buf back;
    if (setjmp(back) == 0)
        outside_jumps(back);
}

static void locks(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    outside_locks(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    outside_unlocks(&mutex);
}

static void pointer(void) {
    int (*volatile add)(int, int) = outside_adds;
    assert(add(1, 2) == 3);
}

static void act(const char *what) {
#define IS(name) if (!strcmp(what, #name))
    IS(adds) assert(outside_adds(1, 2) == 3);
    IS(pointer) pointer();
    IS(counts) assert(outside_counts() == 1);
    IS(writes) outside_writes(&word, 1);
    IS(reads) outside_reads(&word);
    IS(exits) outside_exits(0);
    IS(exits_1) outside_exits(1);
    IS(exits_now) outside_exits_now(0);
    IS(aborts) outside_aborts();
    IS(dies) outside_dies();
    IS(crashes) outside_crashes();
    IS(jumps) jumps();
    IS(calls) assert(outside_calls(twice, 4) == 9);
    IS(locks) locks();
    IS(starts_thread) outside_starts_thread(&word);
    IS(allocates) free(outside_allocates(100));
    IS(frees) outside_frees(malloc(100));
    IS(loops) outside_loops();
    IS(blocks) outside_blocks();
    IS(prints) outside_prints();
    IS(forges) outside_forges();
    IS(closes) outside_closes();
    IS(errx) outside_errx();
    IS(unmaps) outside_unmaps((void *)((uintptr_t)&word & ~4095ul), 4096);
    IS(qsorts) assert(outside_qsorts(numbers, 3, compare) == 1);
    IS(variadic) assert(outside_variadic(3, 1, 2, 3) == 6);
    IS(variable) assert(outside_variable++ == 1);
    IS(found) assert(outside_adds(1, 2) == 4);
}

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    act(words[count - 1]);
    return 0;
}
