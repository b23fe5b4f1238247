// SPDX-License-Identifier: Apache-2.0
// check --memory=rc11 => safe: 6 executions
// check --memory=rc11 -- store => unsafe: data-race at weak_release_sequence.c:N after N executions
// check --memory=rc11 -- plain => unsafe: data-race at weak_release_sequence.c:N after N executions
// An update goes on with what was released before it, whoever makes it; a store
// does not, nor does a plain write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int flag;
static int data;
static const char *way = "update";

static void *give(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *go_on(void *unused) {
    if (!strcmp(way, "update"))
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    else if (!strcmp(way, "store"))
        atomic_store_explicit(&flag, 2, memory_order_relaxed);
    else if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        *(int *)&flag = 2;
    return unused;
}

static void *take(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        assert(data == 1);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b, c;
    if (argc > 1)
        way = argv[1];
    pthread_create(&a, NULL, give, NULL);
    pthread_create(&b, NULL, go_on, NULL);
    pthread_create(&c, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
