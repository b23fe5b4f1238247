// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Sleeping long orders nothing: the store may come before or after the read.
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_int value;

static int work(void *unused) {
    (void)unused;
    atomic_store(&value, 1);
    return 0;
}

int main(void) {
    thrd_t thread;
    struct timespec hour = {.tv_sec = 0, .tv_nsec = 1000000};
    thrd_create(&thread, work, NULL);
    thrd_sleep(&hour, NULL);
    int seen = atomic_load(&value);
    thrd_join(thread, NULL);
    return seen > 1;
}
