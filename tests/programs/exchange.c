// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// An exchange conflicts with every other: 3! orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_intptr_t place;

static void *work(void *argument) {
    return (void *)atomic_exchange(&place, (intptr_t)argument);
}

int main(void) {
    pthread_t thread[3];
    intptr_t sum = 0;
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 3; i++) {
        void *old;
        pthread_join(thread[i], &old);
        sum += (intptr_t)old;
    }
    return sum + place != 6;
}
