// SPDX-License-Identifier: Apache-2.0
// The two updates of x commute, so the search runs them in one order; but which
// is first decides whether p = 1 happens before p = 2.
// check -- first => unsafe: data-race at race_updates_commute.c:39 after 1 executions
// check --algorithm=optimal -- first => unsafe: data-race at race_updates_commute.c:39 after 1 executions
// check --algorithm=quasi -- first => unsafe: data-race at race_updates_commute.c:39 after 1 executions
// check --algorithm=optimal --independent-adds=off -- first => unsafe: data-race at race_updates_commute.c:39 after N executions
// check --algorithm=all -- first => unsafe: data-race at race_updates_commute.c:39 after N executions
// check -- second => unsafe: data-race at race_updates_commute.c:32 after 1 executions
// check --algorithm=optimal -- second => unsafe: data-race at race_updates_commute.c:39 after 1 executions
// check -- fences => unsafe: data-race at race_updates_commute.c:53 after 1 executions
// check --algorithm=optimal -- fences => unsafe: data-race at race_updates_commute.c:53 after 1 executions
// check -- late => unsafe: data-race at race_updates_commute.c:68 after N executions
// check --algorithm=optimal -- late => unsafe: data-race at race_updates_commute.c:68 after N executions
// check -- late_both => unsafe: data-race at race_updates_commute.c:84 after N executions
// check --algorithm=optimal -- late_both => unsafe: data-race at race_updates_commute.c:84 after N executions
// check -- chain => unsafe: data-race at race_updates_commute.c:104 after N executions
// check --algorithm=optimal -- chain => unsafe: data-race at race_updates_commute.c:104 after N executions
// check -k --algorithm=optimal -- first => unsafe: data-race at race_updates_commute.c:39 after 1 executions
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, f, g;
static int p;

static void *nothing(void *unused) {
    return unused;
}

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

// The write comes first for sure, the update after it does not.
static void *before_late(void *unused) {
    p = 1;
    atomic_store_explicit(&f, 1, memory_order_relaxed);
    x++;
    return unused;
}

static void *after_late(void *unused) {
    if (atomic_load_explicit(&f, memory_order_relaxed)) {
        x++;
        p = 2;
    }
    return unused;
}

static void *before_both(void *unused) {
    before_late(unused);
    atomic_store_explicit(&g, 1, memory_order_relaxed);
    return unused;
}

// Both updates come before the second write, in any order.
static void *after_both(void *unused) {
    if (atomic_load_explicit(&f, memory_order_relaxed)) {
        x++;
        if (atomic_load_explicit(&g, memory_order_relaxed))
            p = 2;
    }
    return unused;
}

static void *before_chain(void *unused) {
    before(unused);
    atomic_store_explicit(&g, 1, memory_order_relaxed);
    return unused;
}

static void *middle_chain(void *unused) {
    x++;
    f = 1;
    return unused;
}

// What was first, before or the middle?
static void *after_chain(void *unused) {
    if (atomic_load_explicit(&g, memory_order_relaxed) && f)
        p = 2;
    return unused;
}

int main(int count, char **words) {
    (void)count;
    static const struct {
        const char *name;
        void *(*one)(void *), *(*two)(void *), *(*three)(void *);
    } cases[] = {{"first", before, after, nothing},
                 {"second", after, before, nothing},
                 {"fences", before_fence, after_fence, nothing},
                 {"late", before_late, after_late, nothing},
                 {"late_both", before_both, after_both, nothing},
                 {"chain", before_chain, middle_chain, after_chain}};
    pthread_t a, b, c;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(words[1], cases[i].name) != 0)
            continue;
        pthread_create(&a, NULL, cases[i].one, NULL);
        pthread_create(&b, NULL, cases[i].two, NULL);
        pthread_create(&c, NULL, cases[i].three, NULL);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        pthread_join(c, NULL);
    }
    return 0;
}
