// SPDX-License-Identifier: Apache-2.0
// flags -DN=6
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
//
// sortnet(N): Awaiting for Godot, Table I. Batcher's odd-even merge sort by N
// threads, on 2 N numbers. Each comparator waits until those before it have
// been at its two places.
#include "spin.h"
#include "start.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

enum { SIZE = 2 * N, MOST = 64 };

struct comparator {
    int low, high;           // places
    int low_turn, high_turn; // how often others have been there before
};

static atomic_int data[SIZE], generation[SIZE];
static struct comparator comparators[MOST];
static int count;

static void add(int low, int high, int turns[SIZE]) {
    comparators[count++] =
        (struct comparator){low, high, turns[low]++, turns[high]++};
}

static void build(void) {
    int turns[SIZE] = {0};
    for (int p = 1; p < SIZE; p *= 2)
        for (int k = p; k >= 1; k /= 2)
            for (int j = k % p; j <= SIZE - 1 - k; j += 2 * k)
                for (int i = 0; i < k && i < SIZE - j - k; i++)
                    if ((i + j) / (2 * p) == (i + j + k) / (2 * p))
                        add(i + j, i + j + k, turns);
}

static void compare(int a, int b, int a_turn, int b_turn) {
    SPIN_WHILE(generation[a] != a_turn);
    SPIN_WHILE(generation[b] != b_turn);
    int low = data[a], high = data[b];
    if (low > high) {
        data[a] = high;
        data[b] = low;
    }
    generation[a] = a_turn + 1;
    generation[b] = b_turn + 1;
}

static void *run(void *number) {
    for (int i = (int)(intptr_t)number; i < count; i += N) {
        const struct comparator *c = &comparators[i];
        compare(c->low, c->high, c->low_turn, c->high_turn);
    }
    return NULL;
}

int main(void) {
    build();
    for (int i = 0; i < SIZE; i++)
        data[i] = SIZE - i;
    start(run, 0, N);
    join(0, N);
    for (int i = 1; i < SIZE; i++)
        assert(data[i - 1] <= data[i]);
    return 0;
}
