// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check => safe: 66 executions
// check --algorithm=pop => safe: 66 executions
//
// mcslock(N): Awaiting for Godot, Table I. A queue of waiting threads (Mellor-
// Crummey, Scott 1991): each spins on a node of its own.
#include "spin.h"
#include "start.h"
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

static _Atomic(struct node *) lock;
static struct node nodes[N];
static int shared;

static void acquire(struct node *node) {
    node->locked = 0;
    node->next = NULL;
    struct node *before = atomic_exchange(&lock, node);
    if (before == NULL)
        return;
    before->next = node;
    SPIN_WHILE(node->locked == 0);
}

static void release(struct node *node) {
    struct node *next = atomic_load(&node->next);
    if (next == NULL) {
        struct node *own = node;
        if (atomic_compare_exchange_strong(&lock, &own, NULL))
            return;
        while ((next = atomic_load(&node->next)) == NULL)
            continue;
    }
    next->locked = 1;
}

static void *run(void *number) {
    struct node *node = &nodes[(intptr_t)number];
    acquire(node);
    shared = 42;
    release(node);
    return NULL;
}

int main(void) {
    start(run, 0, N);
    return 0;
}
