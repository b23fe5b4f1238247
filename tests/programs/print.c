// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// prints hello from 1
// prints hello from 2
// Two threads that only print: one execution.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void *work(void *argument) {
    printf("hello from %d\n", (int)(intptr_t)argument);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1);
    pthread_create(&b, NULL, work, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
