// SPDX-License-Identifier: Apache-2.0
// check => safe: 15 executions
// check --algorithm=source => safe: 15 executions
// Independent reads of independent writes: 2^4 orders, without the one in which
// the readers disagree.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen[4];

static void *write_x(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *write_y(void *unused) {
    atomic_store(&y, 1);
    return unused;
}

static void *read_xy(void *unused) {
    seen[0] = atomic_load(&x);
    seen[1] = atomic_load(&y);
    return unused;
}

static void *read_yx(void *unused) {
    seen[2] = atomic_load(&y);
    seen[3] = atomic_load(&x);
    return unused;
}

int main(void) {
    static void *(*const start[4])(void *) = {write_x, write_y, read_xy,
                                              read_yx};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, start[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    assert(!(seen[0] && !seen[1] && seen[2] && !seen[3]));
    return 0;
}
