// SPDX-License-Identifier: Apache-2.0
// check => safe: 274 executions, 60 blocked
// check --algorithm=source => safe: 274 executions, 60 blocked
//
// treiber-stack(n): Awaiting for Godot, Table I. A stack as a list whose top is
// exchanged (Treiber 1986); nothing is reused. Nodes are named by numbers.
#include "start.h"
#include <stdatomic.h>
#include <stddef.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READERS
#define READERS 0
#endif
#ifndef BOTH
#define BOTH 1
#endif

enum { THREADS = WRITERS + READERS + BOTH };

static struct {
    int value;
    atomic_ulong next; // 0: none
} nodes[THREADS + 1];
static atomic_ulong top;
static atomic_int x[THREADS + 1];

static void push(int thread) {
    unsigned long node = (unsigned long)thread, old;
    nodes[node].value = thread;
    do {
        old = top;
        nodes[node].next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static int pop(void) {
    unsigned long old;
    for (;;) {
        old = top;
        if (old == 0)
            return 0;
        unsigned long next = nodes[old].next, expected = old;
        if (atomic_compare_exchange_strong(&top, &expected, next))
            break;
    }
    return nodes[old].value;
}

static void *writer(void *number) {
    int own = (int)(intptr_t)number + 1;
    x[own] = own + 42;
    push(own);
    return NULL;
}

static void *reader(void *unused) {
    int found = pop();
    if (found)
        (void)atomic_load(&x[found]);
    return unused;
}

static void *both(void *number) {
    writer(number);
    return reader(NULL);
}

int main(void) {
    start(reader, 0, READERS);
    start(writer, READERS, READERS + WRITERS);
    start(both, READERS + WRITERS, THREADS);
    join(0, THREADS);
    return 0;
}
