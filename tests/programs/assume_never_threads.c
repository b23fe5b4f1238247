// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=source => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=optimal => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=pop => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=all => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// In each order one of two threads has an assumption that is false.
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka.h>

static atomic_int x;

static void *work(void *value) {
    int before = atomic_fetch_add(&x, 1);
    mz_assume(before == 0);
    return value;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
