// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// Two rounds: 2 orders of arrival in each.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int step[2];

static void *work(void *argument) {
    intptr_t i = (intptr_t)argument;
    step[i] = 1;
    pthread_barrier_wait(&barrier);
    assert(step[1 - i] == 1);
    pthread_barrier_wait(&barrier);
    step[i] = 2;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, (void *)1);
    work((void *)0);
    pthread_join(thread, NULL);
    return 0;
}
