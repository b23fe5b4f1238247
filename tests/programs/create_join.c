// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Threads that share nothing: one class.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *square(void *argument) {
    intptr_t n = (intptr_t)argument;
    return (void *)(n * n);
}

int main(void) {
    pthread_t thread[3];
    intptr_t sum = 0;
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, square, (void *)(i + 1));
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(thread[i], &result);
        sum += (intptr_t)result;
    }
    assert(sum == 14);
    return 0;
}
