// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --independent-adds=off => safe: 6 executions
// check --independent-adds=off --algorithm=source => safe: 6 executions
// Nobody looks at the results: three additions commute; if they may not, 3!.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *work(void *unused) {
    atomic_fetch_add(&sum, 5);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(sum == 15);
    return 0;
}
