// SPDX-License-Identifier: Apache-2.0
// check => safe: 84 executions
// check --goto=both => safe: 84 executions
// check --goto=both --undo-memory=1 --algorithm=source => safe: 84 executions
// check --goto=both --algorithm=all => safe: 84 executions
// Stacks that grow to 200 KiB and shrink again between the operations of two
// threads: what is saved of them must be what was there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

// The sum of the depths on the way back: every frame has to be as it was.
static __attribute__((noinline)) long down(int depth, int at) {
    volatile long kept = depth * 3 + at;
    long below = 0;
    if (depth)
        below = down(depth - 1, at);
    else
        atomic_store(&x, at);
    if (depth == 700)
        atomic_store(&x, at + 100);
    assert(kept == depth * 3 + at);
    return below + depth;
}

static void goes(int at) {
    static const int depths[] = {1, 1500, 0, 900};
    for (int i = 0; i < 4; i++)
        assert(down(depths[i], at + i) == (long)depths[i] * (depths[i] + 1) / 2);
}

static void *work(void *unused) {
    goes(10);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&x, 1);
    down(1200, 20);
    pthread_join(thread, NULL);
    return 0;
}
