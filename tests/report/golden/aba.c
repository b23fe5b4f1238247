// SPDX-License-Identifier: Apache-2.0
// A compare-exchange in a loop, which is an await, and the ABA bug.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 4, NONE = 0 };

// Node i lies on top of node below[i]. The low half of `top` is a node, the
// high half a counter.
static _Atomic unsigned below[NODES];
static _Atomic unsigned top;
static _Atomic int taken[NODES];

static unsigned changed(unsigned old, unsigned node) {
#ifdef FIXED
    return (old + 0x10000 & 0xffff0000) | node;
#else
    (void)old;
    return node;
#endif
}

static void push(unsigned node) {
    unsigned old = top;
    do
        below[node] = old & 0xffff;
    while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

static unsigned pop(void) {
    unsigned old = top, next;
    do {
        if ((old & 0xffff) == NONE)
            return NONE;
        next = below[old & 0xffff];
    } while (!atomic_compare_exchange_strong(&top, &old, changed(old, next)));
    return old & 0xffff;
}

static unsigned take(void) {
    unsigned node = pop();
    // Nobody else has it.
    if (node != NONE)
        assert(atomic_fetch_add(&taken[node], 1) == 0);
    return node;
}

static void give_back(unsigned node) {
    atomic_fetch_sub(&taken[node], 1);
    push(node);
}

static void *taker(void *unused) {
    (void)unused;
    take();
    return NULL;
}

int main(void) {
    push(3);
    push(2);
    push(1);
    pthread_t thread;
    pthread_create(&thread, NULL, taker, NULL);
    unsigned first = take();
    take();
    if (first != NONE)
        give_back(first);
    take();
    pthread_join(thread, NULL);
    return 0;
}
