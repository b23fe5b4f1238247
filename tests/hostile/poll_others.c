// SPDX-License-Identifier: Apache-2.0
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- pointer => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- two => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- trylock => safe: N executions || safe: N executions, N blocked || incomplete: *
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- function => safe: N executions || safe: N executions, N blocked || incomplete: *
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- counted => safe: N executions || safe: N executions, N blocked || incomplete: *
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- pointer => safe: N executions || safe: N executions, N blocked
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- two => safe: N executions || safe: N executions, N blocked
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- trylock => safe: N executions || safe: N executions, N blocked || incomplete: *
// Loops that poll, and end; or a bound ends them, in time.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static atomic_int *volatile at = &x;

static int ready(void) {
    return x == 1;
}

static int (*volatile test)(void) = ready;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    y = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

static void trylock(void) {
    while (pthread_mutex_trylock(&m)) {
    }
    pthread_mutex_unlock(&m);
}

static void pointer(void) {
    atomic_int *flag = at;
    while (*flag != 1) {
    }
}

static void function(void) {
    while (!test()) {
    }
}

static void counted(void) {
    for (long tries = 0; x != 1; tries++) {
    }
}

static void two(void) {
    while (x + y != 3) {
    }
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(which, "trylock"))
        trylock();
    if (!strcmp(which, "pointer"))
        pointer();
    if (!strcmp(which, "function"))
        function();
    if (!strcmp(which, "counted"))
        counted();
    if (!strcmp(which, "two"))
        two();
    pthread_join(thread, NULL);
    return 0;
}
