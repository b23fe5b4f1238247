// SPDX-License-Identifier: Apache-2.0
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- trylock => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- pointer => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- function => safe: N executions || safe: N executions, N blocked
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- counted => safe: N executions || safe: N executions, N blocked || incomplete: *
// check --timeout=5 --algorithm=auto,optimal,pop,source,classic,quasi,all -- two => safe: N executions || safe: N executions, N blocked
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- trylock => safe: N executions || safe: N executions, N blocked
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- pointer => safe: N executions || safe: N executions, N blocked
// states --timeout=5 --algorithm=auto,source,optimal,stateful -- two => safe: N executions || safe: N executions, N blocked
// Loops that poll, and end.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static atomic_int *volatile at = &x;

static int ready(void) {
    return x == 1;
}

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    y = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    int (*volatile test)(void) = ready;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(which, "trylock")) {
        while (pthread_mutex_trylock(&m)) {
        }
        pthread_mutex_unlock(&m);
    }
    while (!strcmp(which, "pointer") && *at != 1) {
    }
    while (!strcmp(which, "function") && !test()) {
    }
    for (long tries = 0; !strcmp(which, "counted") && x != 1; tries++) {
    }
    while (!strcmp(which, "two") && x + y != 3) {
    }
    pthread_join(thread, NULL);
    return 0;
}
