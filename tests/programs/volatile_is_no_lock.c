// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// check --races=interleave => safe: 3 executions
// Volatile accesses count as relaxed atomic ones: no race is reported between
// them, and each is a step. Message passing: 4 - 1.
#include <pthread.h>

static volatile int x, y;

static void *work(void *unused) {
    x = 1;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen_y = y, seen_x = x;
    pthread_join(thread, NULL);
    return seen_y > seen_x;
}
