// SPDX-License-Identifier: Apache-2.0
// flags -DFIGURE=1 -DROUNDS=2
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
//
// awaiting-figures: Awaiting for Godot, Figures 1 to 5. Figure 6 is a loop of
// tests/cc/loops/partly.c. Figure 1 has one round or two; in Figure 5, one
// execution waits for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef FIGURE
#define FIGURE 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int x, y;

#if FIGURE == 1

static atomic_int numbers[] = {3, 2, 1};

static void sort(int i) {
    int a = numbers[i], b = numbers[i + 1];
    if (a > b) {
        numbers[i] = b;
        numbers[i + 1] = a;
    }
}

static void *p(void *unused) {
    sort(0);
    y = 1;
    if (ROUNDS == 2) {
        while (y != 2)
            continue;
        sort(0);
    }
    return unused;
}

static void *q(void *unused) {
    while (y != 1)
        continue;
    sort(1);
    if (ROUNDS == 2)
        y = 2;
    return unused;
}

#elif FIGURE == 2

static void *p(void *unused) {
    while (x != 1)
        continue;
    assert(y == 42);
    return unused;
}

static void *q(void *unused) {
    y = 42;
    x = 1;
    return unused;
}

#elif FIGURE == 3

static void *p(void *unused) {
    x = 1;
    y = 1;
    return unused;
}

static void *q(void *unused) {
    x = 2;
    y = 2;
    return unused;
}

#elif FIGURE == 4

static void *p(void *unused) {
    x = 1;
    x = 0;
    return unused;
}

static void *q(void *unused) {
    while (x != 0)
        continue;
    y = 1;
    return unused;
}

#else

static void *p(void *unused) {
    atomic_fetch_add(&x, 1);
    return unused;
}

static void *r(void *unused) {
    atomic_fetch_add(&x, 3);
    return unused;
}

static void *q(void *unused) {
    while (x != 3)
        continue;
    y = 1;
    return unused;
}

#endif

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, p, NULL);
    pthread_create(&threads[1], NULL, q, NULL);
#if FIGURE == 5
    pthread_create(&threads[2], NULL, p, NULL);
    pthread_create(&threads[3], NULL, r, NULL);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
#endif
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
#if FIGURE == 3
    assert(abs(x - y) < 2);
#endif
    return 0;
}
