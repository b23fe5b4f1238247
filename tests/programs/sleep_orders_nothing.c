// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at sleep_orders_nothing.c:27 after N executions
// check --algorithm=source => unsafe: assertion at sleep_orders_nothing.c:27 after N executions
// Whoever sleeps is not late enough.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static void *work(void *unused) {
    sched_yield();
    atomic_store(&ready, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct timespec moment = {.tv_nsec = 1000000};
    pthread_create(&thread, NULL, work, NULL);
    usleep(1000);
    nanosleep(&moment, NULL);
    sched_yield();
    assert(atomic_load(&ready));
    pthread_join(thread, NULL);
    return 0;
}
