// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all => unsafe: abort at FILE:N after N executions
// Two threads register handlers; which runs first depends on who came last.
#include <pthread.h>
#include <stdlib.h>

static int first;

static void one(void) {
    if (!first)
        first = 1;
    else
        abort();
}

static void two(void) {
    if (!first)
        first = 2;
}

static void *work(void *unused) {
    atexit(one);
    return unused;
}

static void *other(void *unused) {
    atexit(two);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
