// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
//
// qspinlock(N): Awaiting for Godot, Table I. The queued spin lock of the Linux
// kernel: the word has a byte for who holds it, a bit for the one who is next,
// and the last one of a queue.
#include "spin.h"
#include "start.h"
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

enum {
    LOCKED = 1,
    LOCKED_MASK = 0xff,
    PENDING = 1 << 8,
    HELD_MASK = 0x1ff, // both of them
    INDEX = 9,         // of the tail, where its parts begin
    CPU = 11,
};

struct node {
    _Atomic(struct node *) next;
    atomic_int locked, count;
};

struct lock {
    union {
        struct {
            atomic_uint word;
        } all;
        atomic_uchar locked;
    };
};

static struct lock the_lock;
static struct node nodes[N][4];
static int shared;

static unsigned tail_of(int cpu, int index) {
    return (unsigned)(cpu + 1) << CPU | (unsigned)index << INDEX;
}

static struct node *node_of(unsigned tail) {
    return &nodes[(tail >> CPU) - 1][tail >> INDEX & 3];
}

static unsigned exchange_tail(struct lock *lock, unsigned tail) {
    unsigned old = lock->all.word;
    while (!atomic_compare_exchange_strong(&lock->all.word, &old,
                                           (old & HELD_MASK) | tail))
        continue;
    return old;
}

static int try_lock(struct lock *lock) {
    unsigned free = 0;
    return lock->all.word == 0 &&
           atomic_compare_exchange_strong(&lock->all.word, &free, LOCKED);
}

// The head of the queue takes the lock, and makes the next one the head.
static void take_over(struct lock *lock, struct node *node, struct node *next,
                      unsigned tail) {
    unsigned value;
    SPIN_WHILE(((value = lock->all.word) & HELD_MASK) != 0);
    for (;;) {
        if ((value & ~(unsigned)HELD_MASK) != tail) {
            lock->locked = LOCKED;
            break;
        }
        if (atomic_compare_exchange_strong(&lock->all.word, &value, LOCKED))
            return;
    }
    if (next == NULL)
        SPIN_WHILE((next = atomic_load(&node->next)) == NULL);
    next->locked = 1;
}

static void queue(struct lock *lock, int cpu) {
    struct node *node = &nodes[cpu][0];
    int index = node->count++;
    unsigned tail = tail_of(cpu, index);
    node += index;
    node->locked = 0;
    node->next = NULL;
    if (!try_lock(lock)) {
        unsigned old = exchange_tail(lock, tail);
        struct node *next = NULL;
        if (old & ~(unsigned)HELD_MASK) {
            node_of(old)->next = node;
            SPIN_WHILE(node->locked == 0);
            next = node->next;
        }
        take_over(lock, node, next, tail);
    }
    nodes[cpu][0].count--;
}

static void acquire(struct lock *lock, int cpu) {
    unsigned value = 0;
    if (atomic_compare_exchange_strong(&lock->all.word, &value, LOCKED))
        return;
    if (value == PENDING)
        SPIN_WHILE((value = lock->all.word) == PENDING);
    unsigned new;
    do {
        if (value & ~(unsigned)LOCKED_MASK) {
            queue(lock, cpu);
            return;
        }
        new = value == LOCKED ? LOCKED | PENDING : LOCKED;
    } while (!atomic_compare_exchange_strong(&lock->all.word, &value, new));
    if (new == LOCKED)
        return;
    SPIN_WHILE((lock->all.word & LOCKED_MASK) != 0);
    atomic_fetch_add(&lock->all.word, (unsigned)LOCKED - PENDING);
}

static void *run(void *number) {
    acquire(&the_lock, (int)(intptr_t)number);
    shared = 42;
    atomic_fetch_sub(&the_lock.all.word, 1);
    return NULL;
}

int main(void) {
    start(run, 0, N);
    return 0;
}
