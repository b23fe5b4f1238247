// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// A function that is chosen before main, by the dynamic linker.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int resolved;

static void set(int value) {
    x = value;
}

static void (*choose(void))(int) {
    resolved++;
    return set;
}

void chosen(int value) __attribute__((ifunc("choose")));

static void *work(void *unused) {
    chosen(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    chosen(2);
    pthread_join(thread, NULL);
    return 0;
}
