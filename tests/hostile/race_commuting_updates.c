// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- first => unsafe: data-race at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- second => unsafe: data-race at FILE:N after N executions
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- relaxed_fences => unsafe: data-race at FILE:N after N executions
// check --algorithm=auto,optimal,source --independent-adds=off -- first => unsafe: data-race at FILE:N after N executions
// states --algorithm=stateful -- first => unsafe: data-race at FILE:N after N executions || incomplete: *
// states --algorithm=stateful -- second => unsafe: data-race at FILE:N after N executions || incomplete: *
// Two updates of x commute and nobody reads it: but which is first decides
// whether p = 1 happens before p = 2.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;
static int p;

static void *before(void *unused) {
    p = 1;
    x++;
    return unused;
}

static void *after(void *unused) {
    x++;
    p = 2;
    return unused;
}

static void *before_fence(void *unused) {
    p = 1;
    atomic_thread_fence(memory_order_release);
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *after_fence(void *unused) {
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    p = 2;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    void *(*one)(void *) = before, *(*two)(void *) = after;
    if (!strcmp(which, "second")) {
        one = after;
        two = before;
    } else if (!strcmp(which, "relaxed_fences")) {
        one = before_fence;
        two = after_fence;
    }
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
