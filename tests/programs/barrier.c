// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// The last to arrive is the serial one: 2 orders of arrival. What was written
// before the barrier can be read after it without a race.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int part[2], serial[2];

static void *work(void *argument) {
    intptr_t i = (intptr_t)argument;
    part[i] = 1;
    serial[i] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(part[1 - i] == 1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, (void *)1);
    work((void *)0);
    pthread_join(thread, NULL);
    assert(serial[0] + serial[1] == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
