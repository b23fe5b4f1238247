// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Three at a barrier: 3! orders of arrival.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static int serial[3];

static void *work(void *place) {
    *(int *)place = pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, work, &serial[0]);
    pthread_create(&b, NULL, work, &serial[1]);
    work(&serial[2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&barrier);
    return serial[0] + serial[1] + serial[2] != PTHREAD_BARRIER_SERIAL_THREAD;
}
