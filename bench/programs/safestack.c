// SPDX-License-Identifier: Apache-2.0
// flags -DA=3 -DB=2
// check => safe: 463 executions, 12 blocked
// check --independent-adds=off => safe: 1073 executions, 12 blocked
//
// safestack(ABC): Awaiting for Godot, Table II. Vyukov's stack with a bug that
// three threads with 3, 3 and 1 operations can show: pop, push, pop, ... With
// -DUNCHECKED nobody writes into an item, or looks whether it was given twice.
#include "start.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 1
#endif
#ifndef C
#define C 0
#endif

enum { ITEMS = 3, NONE = -1 };

static struct {
    atomic_int value, next;
} items[ITEMS] = {{0, 1}, {0, 2}, {0, NONE}};
static atomic_int head, count = ITEMS;
static const int operations[] = {A, B, C};

static int pop(void) {
    while (count > 1) {
        int first = head;
        int next = atomic_exchange(&items[first].next, NONE);
        if (next < 0)
            continue;
        int expected = first;
        if (atomic_compare_exchange_strong(&head, &expected, next)) {
            atomic_fetch_sub(&count, 1);
            return first;
        }
        atomic_exchange(&items[first].next, next);
    }
    return NONE;
}

static void push(int item) {
    int first, expected;
    do {
        expected = first = head;
        items[item].next = first;
    } while (!atomic_compare_exchange_strong(&head, &expected, item));
    atomic_fetch_add(&count, 1);
}

static int take(int thread) {
    int item;
    while ((item = pop()) == NONE)
        continue;
#ifdef UNCHECKED
    (void)thread;
#else
    items[item].value = thread;
    assert(items[item].value == thread);
#endif
    return item;
}

static void *run(void *number) {
    int thread = (int)(intptr_t)number, item = NONE;
    for (int i = 0; i < operations[thread]; i++)
        if (i % 2 == 0)
            item = take(thread);
        else
            push(item);
    return NULL;
}

int main(void) {
    start(run, 0, C ? 3 : 2);
    join(0, C ? 3 : 2);
    return 0;
}
