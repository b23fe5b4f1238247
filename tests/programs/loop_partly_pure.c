// SPDX-License-Identifier: Apache-2.0
// Figure 6 of "Awaiting for Godot", with a writer of 5 and then 4 and then 0.
// The loop waits for x <= 4, and counts how often it has seen 4: 0 before the
// writer or after it, and 1. It may look again after 4 and find 4: once for
// each round that is allowed.
// check --max-executions=100 => safe: 4 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, seen;

static void *writer(void *unused) {
    x = 5;
    x = 4;
    x = 0;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int a, rounds = 0;
    do {
        a = x;
        if (a == 4) {
            seen = 1;
            if (++rounds == 2)
                break;
        }
    } while (a >= 4);
    assert(a != 5);
    pthread_join(thread, NULL);
}
