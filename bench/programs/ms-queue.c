// SPDX-License-Identifier: Apache-2.0
// check => safe: 210 executions, 507 blocked
//
// ms-queue(n): Awaiting for Godot, Table I. A queue as a list of nodes in an
// array (Michael, Scott 1996). A pointer is a node's number and a count of how
// often it was changed.
#include "spin.h"
#include "start.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef BOTH
#define BOTH 1
#endif

enum {
    THREADS = WRITERS + READERS + BOTH,
    OWN = 4, // nodes in each thread's part of the array
    DUMMY = 1,
    POISON = 0x666,
};

typedef unsigned long long pointer;

static struct {
    int value;
    _Atomic pointer next;
} nodes[2 + OWN * THREADS];
static _Atomic pointer head, tail;
static unsigned free_nodes[THREADS][2];

static unsigned number_of(pointer p) {
    return (unsigned)p;
}

static pointer make(unsigned number, pointer before) {
    return ((before >> 32) + 1) << 32 | number;
}

static unsigned new_node(int thread) {
    for (int i = 0; i < 2; i++) {
        unsigned node = free_nodes[thread][i];
        if (node) {
            free_nodes[thread][i] = 0;
            return node;
        }
    }
    assert(!"out of nodes");
    return 0;
}

static void reclaim(int thread, unsigned node) {
    for (int i = 0; i < 2; i++)
        if (!free_nodes[thread][i]) {
            free_nodes[thread][i] = node;
            return;
        }
}

static bool change(_Atomic pointer *place, pointer from, pointer to) {
    return atomic_compare_exchange_strong(place, &from, to);
}

static void enqueue(int thread, int value) {
    unsigned node = new_node(thread);
    nodes[node].value = value;
    nodes[node].next = nodes[node].next >> 32 << 32;
    pointer last, next;
    bool success = false;
    do {
        last = tail;
        next = nodes[number_of(last)].next;
        if (last != tail)
            continue;
        assert(number_of(next) != POISON);
        if (number_of(next) == 0)
            success =
                change(&nodes[number_of(last)].next, next, make(node, next));
        if (!success) {
            unsigned there = number_of(nodes[number_of(last)].next);
            change(&tail, last, make(there, last));
        }
    } while (!success);
    change(&tail, last, make(node, last));
}

static bool dequeue(int thread, int *value) {
    pointer first, last, next;
    bool success = false;
    do {
        first = head;
        last = tail;
        next = nodes[number_of(first)].next;
        if (head != first)
            continue;
        if (number_of(first) == number_of(last)) {
            assert(number_of(next) != POISON);
            if (number_of(next) == 0)
                return false;
            change(&tail, last, make(number_of(next), last));
        } else {
            *value = nodes[number_of(next)].value;
            success = change(&head, first, make(number_of(next), first));
            __VERIFIER_assume(success);
        }
    } while (!success);
    reclaim(thread, number_of(first));
    return true;
}

static void *writer(void *number) {
    int own = (int)(intptr_t)number;
    enqueue(own, own);
    return NULL;
}

static void *reader(void *number) {
    int value;
    dequeue((int)(intptr_t)number, &value);
    return NULL;
}

static void *both(void *number) {
    writer(number);
    return reader(number);
}

static void give(int thread, int index) {
    unsigned node = (unsigned)(2 + OWN * thread + index);
    nodes[node].next = POISON;
    free_nodes[thread][index] = node;
}

static void prepare(int thread) {
    if (thread == THREADS)
        return;
    give(thread, 0);
    give(thread, 1);
    prepare(thread + 1);
}

int main(void) {
    head = tail = DUMMY;
    prepare(0);
    start(writer, 0, WRITERS);
    start(reader, WRITERS, WRITERS + READERS);
    start(both, WRITERS + READERS, THREADS);
    return 0;
}
