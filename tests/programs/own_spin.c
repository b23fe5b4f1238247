// SPDX-License-Identifier: Apache-2.0
// flags --loops=off
// check --dynamic-loops=off --seed=1 --max-executions=9 => incomplete: execution limit after 9 executions
// check --dynamic-loops=off --seed=2 --algorithm=pop --max-executions=9 => incomplete: execution limit after 9 executions
//
// Who waits for a flag may be the only one to have looked at it so far; still,
// others come to their turns.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *waiter(void *unused) {
    (void)unused;
    while (!atomic_load(&flag))
        ;
    return NULL;
}

static void *waker(void *unused) {
    (void)unused;
    atomic_store(&flag, 1);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, waiter, NULL);
    pthread_create(&two, NULL, waker, NULL);
    pthread_exit(NULL);
}
