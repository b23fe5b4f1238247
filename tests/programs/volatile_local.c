// SPDX-License-Identifier: Apache-2.0
// A volatile local that nobody else can see is no reason to keep a spin; after
// longjmp it has the value that it was given.
// check -- spin => safe: 1 executions
// check --algorithm=source -- spin => safe: 1 executions
// check -- jump => safe: 1 executions
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int flag;

static void *wait(void *unused) {
    volatile int seen;
    do
        seen = flag;
    while (!seen);
    return unused;
}

static void jump(void) {
    jmp_buf back;
    volatile int count = 0;
    if (setjmp(back) == 0) {
        count = 5;
        longjmp(back, 1);
    }
    assert(count == 5);
}

int main(int argc, char **argv) {
    pthread_t thread;
    if (argc > 1 && !strcmp(argv[1], "jump")) {
        jump();
        return 0;
    }
    pthread_create(&thread, NULL, wait, NULL);
    flag = 1;
    pthread_join(thread, NULL);
    return 0;
}
