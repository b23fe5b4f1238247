// SPDX-License-Identifier: Apache-2.0
// Figure 4 of "Awaiting for Godot": before both writes, or after them.
// check => safe: 2 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *q(void *unused) {
    while (x != 0)
        ;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, q, NULL);
    x = 1;
    x = 0;
    pthread_join(thread, NULL);
}
