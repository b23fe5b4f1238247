// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => unsafe: data-race at reuse_fences.c:N after N executions
// check --algorithm=source => unsafe: data-race at reuse_fences.c:N after N executions
// check --algorithm=source -- stores => unsafe: data-race at reuse_fences.c:N after N executions
// check --algorithm=optimal -- acquires => unsafe: data-race at reuse_fences.c:N after N executions
// check --algorithm=source -- acquires => unsafe: data-race at reuse_fences.c:N after N executions
// A release fence counts for what its own thread stores later, and an acquire
// fence for what its own thread has read before; not for another thread that has
// the number. Nor does its store go on with what the other has released.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int data;

static void *writes(void *unused) {
    data = 1;
    atomic_thread_fence(memory_order_release);
    return unused;
}

static void *tells(void *unused) {
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == 1 && data != 1)
        abort();
    return unused;
}

static void *releases(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 2, memory_order_release);
    return unused;
}

static void *writes_and_tells(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static atomic_int seen;

static void *looks(void *unused) {
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    return unused;
}

static void *fences(void *unused) {
    atomic_thread_fence(memory_order_acquire);
    if (seen == 1 && data != 1)
        abort();
    return unused;
}

static void in_turn(void *(*first)(void *), void *(*second)(void *)) {
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
}

int main(int count, char **words) {
    pthread_t other;
    char what = count > 1 ? *words[1] : ' ';
    pthread_create(&other, NULL, what == 'a' ? writes_and_tells : reads, NULL);
    if (what == 'a')
        in_turn(looks, fences);
    else if (what == 's')
        in_turn(releases, tells);
    else
        in_turn(writes, tells);
    pthread_join(other, NULL);
    return 0;
}
