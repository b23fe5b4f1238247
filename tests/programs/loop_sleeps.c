// SPDX-License-Identifier: Apache-2.0
// What is done while waiting does not matter.
// check => safe: 1 executions

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int first, second, third;

static inline void relax(void) {
    __asm__ volatile("" ::: "memory");
}

static void *writer(void *unused) {
    first = 1;
    second = 1;
    third = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (!first)
        sched_yield();
    while (!second)
        usleep(100);
    while (!third)
        relax();
    pthread_join(thread, NULL);
}
