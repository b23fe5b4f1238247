// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all => unsafe: data-race at FILE:N after N executions
// A third thread's updates lie between the two.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int p;

static void *before(void *unused) {
    p = 1;
    atomic_fetch_or(&x, 1);
    return unused;
}

static void *between(void *unused) {
    atomic_fetch_or(&x, 2);
    y++;
    return unused;
}

static void *after(void *unused) {
    y++;
    p = 2;
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, before, NULL);
    pthread_create(&b, NULL, between, NULL);
    pthread_create(&c, NULL, after, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
