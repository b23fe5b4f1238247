// SPDX-License-Identifier: Apache-2.0
// check => unsafe: stack-overflow at stack_overflow_thread.c:8 after 1 executions
// check --algorithm=source => unsafe: stack-overflow at stack_overflow_thread.c:8 after 1 executions
// In a thread, with plain locals: no access to memory in it is announced.
#include <pthread.h>
#include <stdint.h>

static uintptr_t collatz(uintptr_t n) { return n == 3 ? 0 : 1 + collatz(n * 2) * n; }

static void *work(void *unused) {
    (void)unused;
    return (void *)collatz(7);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
