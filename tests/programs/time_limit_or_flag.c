// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --algorithm=all => safe: 4 executions
// A flag, or a second: the flag is seen at first, after a millisecond, at the last
// moment, or never.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag;
static int seen, given_up;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void *waits(void *unused) {
    uint64_t limit = now() + 1000000000;
    while (!atomic_load(&flag)) {
        if (now() >= limit) {
            given_up = 1;
            return unused;
        }
        usleep(1000);
    }
    seen = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    assert(seen != given_up);
    return 0;
}
