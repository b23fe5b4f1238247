// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// Arrays whose length is only known at run time; two locks: 2! orders.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int sum_to(int n) {
    int numbers[n], sum = 0;
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    pthread_mutex_unlock(&mutex);
    return sum;
}

static void *work(void *argument) {
    return (void *)(intptr_t)sum_to((int)(intptr_t)argument);
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, (void *)10);
    assert(sum_to(100) == 4950);
    pthread_join(thread, &result);
    assert((intptr_t)result == 45);
    return 0;
}
