// SPDX-License-Identifier: Apache-2.0
// Main waits for a thread that was cut: no deadlock. The loops are named, each
// with the executions in which it was cut.
// check --unroll=3 => incomplete: loop bound at loop_unroll_wait.c:16 after 2 executions
// says loop_unroll_wait.c:16, in 2 executions
// says loop_unroll_wait.c:25, in 1 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *first(void *unused) {
    int i = 0;
    x = 1;
    while (i < 9)
        i++;
    return unused;
}

static void *second(void *unused) {
    int i = x;
    if (i)
        i = 8;
    while (i < 9)
        i++;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
}
