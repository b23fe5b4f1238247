// SPDX-License-Identifier: Apache-2.0
// Updates that commute, but not here: something else says which is first.
// check -- flag => safe: 2 executions
// check --algorithm=optimal -- flag => safe: 2 executions
// check --algorithm=quasi -- flag => safe: 2 executions
// check --algorithm=all -- flag => safe: N executions
// check -- read => safe: N executions
// check --algorithm=optimal -- read => safe: 4 executions
// check --algorithm=all -- read => safe: N executions
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, f;
static int p;

static void *before(void *unused) {
    p = 1;
    x++;
    atomic_store_explicit(&f, 1, memory_order_relaxed);
    return unused;
}

static void *after(void *unused) {
    if (atomic_load_explicit(&f, memory_order_relaxed)) {
        x++;
        p = 2;
    }
    return unused;
}

// Who reads all updates has seen them all.
static void *update(void *unused) {
    x++;
    return unused;
}

static void *read_all(void *unused) {
    if (atomic_load(&x) == 2)
        p = 2;
    return unused;
}

int main(int count, char **words) {
    (void)count;
    int reads = !strcmp(words[1], "read");
    pthread_t a, b, c;
    pthread_create(&a, NULL, before, NULL);
    pthread_create(&b, NULL, reads ? update : after, NULL);
    if (reads)
        pthread_create(&c, NULL, read_all, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (reads)
        pthread_join(c, NULL);
    return 0;
}
