// SPDX-License-Identifier: Apache-2.0
// Figure 3 of "Awaiting for Godot".
// check => safe: 4 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *q(void *unused) {
    x = 2;
    y = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, q, NULL);
    x = 1;
    y = 1;
    pthread_join(thread, NULL);
    assert(abs(x - y) < 2);
}
