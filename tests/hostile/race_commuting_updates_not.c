// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- flag => safe: N executions || safe: N executions, N blocked
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- read => safe: N executions || safe: N executions, N blocked
// states --algorithm=stateful -- flag => safe: N executions || safe: N executions, N blocked || incomplete: *
// Here the flag says that the other update has been first, or the counter does.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, flag;
static int p;
static int reads;

static void *before(void *unused) {
    p = 1;
    x++;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *after(void *unused) {
    if (reads) {
        if (atomic_load(&x) == 1)
            p = 2;
    } else if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        x++;
        p = 2;
    }
    return unused;
}

int main(int count, char **words) {
    reads = !strcmp(words[count - 1], "read");
    pthread_t a, b;
    pthread_create(&a, NULL, before, NULL);
    pthread_create(&b, NULL, after, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
