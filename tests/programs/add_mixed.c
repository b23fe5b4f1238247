// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --independent-adds=off => safe: 6 executions
// Two blind additions and a read: each is before or after the read: 2^2; if
// additions do not commute, all 3! orders.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sum;

static void *plus(void *unused) {
    sum += 3;
    return unused;
}

static void *minus(void *unused) {
    atomic_fetch_sub(&sum, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, plus, NULL);
    pthread_create(&b, NULL, minus, NULL);
    unsigned seen = atomic_load(&sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen == 77;
}
