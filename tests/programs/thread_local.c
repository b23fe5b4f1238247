// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Every thread has its own copy, with its own initial value.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static _Thread_local int counter = 10;
static __thread char buffer[100];

static void *work(void *argument) {
    int n = (int)(intptr_t)argument;
    for (int i = 0; i < n; i++) {
        counter++;
        buffer[i]++;
    }
    assert(counter == 10 + n && buffer[0] == 1 && buffer[n] == 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    counter = 3;
    pthread_create(&a, NULL, work, (void *)1);
    pthread_create(&b, NULL, work, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 3 && buffer[0] == 0);
    return 0;
}
