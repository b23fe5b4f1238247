// SPDX-License-Identifier: Apache-2.0
// flags -DN=6
// check --algorithm=optimal --independent-adds=off => safe: 10 executions
// check --algorithm=classic --independent-adds=off => safe: 10 executions
//
// example1: [SDPOR], Figure 1 and Table 1. Two threads add to and take from
// one variable. With N = 64 there are 73,006,209,045 classes, C(45, 13), and 462
// states between the two. -DASSERT: the assertions of the figure, which do not
// hold (d reaches 9).

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 64
#endif

#ifdef ASSERT
#define CHECK(condition) assert(condition)
#else
#define CHECK(condition) ((void)(condition))
#endif

static atomic_int d;

static void *up(void *unused) {
    for (int i = 0; i < N; i += 5)
        CHECK((atomic_fetch_add(&d, i) + i) % 5 != 4);
    return unused;
}

static void *down(void *unused) {
    for (int j = 0; j < N; j += 2)
        CHECK((atomic_fetch_sub(&d, j) - j) % 5 != 4);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, up, NULL);
    pthread_create(&second, NULL, down, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
