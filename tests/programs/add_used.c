// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Tickets: each result is used, 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static atomic_int taken[3];

static void *work(void *unused) {
    int ticket = atomic_fetch_add(&next, 1);
    assert(ticket < 3 && !atomic_exchange(&taken[ticket], 1));
    return unused;
}

int main(void) {
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
