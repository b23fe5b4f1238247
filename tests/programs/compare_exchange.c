// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// check --races=interleave => safe: 3 executions
// Who of three is first; the other two fail, and failures only read: 3.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int leader;
static atomic_int leaders;

static void *work(void *argument) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&leader, &expected,
                                       (int)(intptr_t)argument))
        atomic_fetch_add(&leaders, 1);
    else
        assert(expected != 0);
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(leaders == 1);
    return 0;
}
