// SPDX-License-Identifier: Apache-2.0
// A data race: the flag that says "the message is there" is a plain variable.
// On most machines this works most of the time. In C it means nothing at all:
// the compiler may keep the flag in a register, or write it first.
//
//     mazurka examples/data_race.c
//     => unsafe: data-race at examples/data_race.c:28 after 1 executions
//     mazurka examples/data_race.c -DFIXED
//     => safe: 2 executions
//
// To learn: two threads, one location, one of them writes, nothing orders them.
// An atomic flag that is stored after and read before the message orders them.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
static atomic_int ready;
#else
static int ready;
#endif
static int message;

static void *sender(void *unused) {
    (void)unused;
    message = 42;
    ready = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sender, NULL);
    // Once is enough to see it: no loop is needed.
    if (ready)
        assert(message == 42);
    pthread_join(thread, NULL);
    return 0;
}
