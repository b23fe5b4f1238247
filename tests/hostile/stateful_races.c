// SPDX-License-Identifier: Apache-2.0
// states --algorithm=stateful -- one => unsafe: data-race at FILE:N after N executions || incomplete: *
// states --algorithm=stateful -- two => unsafe: data-race at FILE:N after N executions || incomplete: *
// states --algorithm=stateful -- three => unsafe: data-race at FILE:N after N executions || incomplete: *
// Different pasts lead to the same state: only one of them has the race.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, y;
static int p;
static const char *which;

static void *work(void *unused) {
    if (!strcmp(which, "one")) {
        p = 1;
        x = 1;
        x = 0;
    } else if (!strcmp(which, "two")) {
        p = 0;
        y = 1;
        y = 0;
    } else {
        int old = atomic_exchange(&x, 1);
        p = 0;
        x = old;
    }
    return unused;
}

static void *other(void *unused) {
    if (!strcmp(which, "three")) {
        int old = atomic_exchange(&x, 0);
        x = old;
        (void)*(volatile int *)&p;
    } else {
        y = 0;
        x = 0;
        p = 1;
    }
    return unused;
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
