// SPDX-License-Identifier: Apache-2.0
// A thread that is cut does not end, and the others go on: what they do wrong
// is found, and that main waits for the one that was cut is no deadlock.
// check --unroll=2 => unsafe: assertion at loop_unroll_others.c:22 after 1 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *spin(void *unused) {
    int i = 0;
    while (i < 9)
        i++;
    x = 1;
    return unused;
}

static void *look(void *unused) {
    y = 1;
    assert(x);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, spin, NULL);
    pthread_create(&two, NULL, look, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
}
