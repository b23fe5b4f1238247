// SPDX-License-Identifier: Apache-2.0
// The same, in the tool's own words.
// flags -I../../include
// check => safe: 2 executions

#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *q(void *unused) {
    mz_await(x == 0);
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
