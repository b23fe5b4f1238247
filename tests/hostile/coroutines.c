// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions || not checked: * || incomplete: *
// Stacks of the program's own, and switches between them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <ucontext.h>

static ucontext_t here, there;
static char stack[1 << 16];
static atomic_int x;
static int steps;

static void run(void) {
    for (;;) {
        steps++;
        x = 2;
        swapcontext(&there, &here);
    }
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, run, 0);
    pthread_create(&thread, NULL, work, NULL);
    swapcontext(&here, &there);
    pthread_join(thread, NULL);
    assert(steps == 1);
    return 0;
}
