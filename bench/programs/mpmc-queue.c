// SPDX-License-Identifier: Apache-2.0
// check => safe: 76 executions, 175 blocked
// check --independent-adds=off => safe: 166 executions, 247 blocked
//
// mpmc-queue(n): Awaiting for Godot, Table I. A bounded queue of many producers
// and consumers: one word has the numbers of reads and of writes that were
// started, two more those that are done.
#include "spin.h"
#include "start.h"
#include <stdatomic.h>
#include <stddef.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef BOTH
#define BOTH 1
#endif

enum { THREADS = READERS + WRITERS + BOTH, SIZE = 4 };

static int slots[SIZE];
static atomic_uint started, reads, writes; // started: reads, 16 bits of writes

static int *write_prepare(void) {
    unsigned found = started, rd, wr;
    for (;;) {
        rd = found >> 16 & 0xffff;
        wr = found & 0xffff;
        if (wr == ((rd + SIZE) & 0xffff))
            return NULL;
        if (atomic_compare_exchange_weak(&started, &found,
                                         rd << 16 | ((wr + 1) & 0xffff)))
            break;
    }
    SPIN_WHILE((reads & 0xffff) != rd);
    return &slots[wr % SIZE];
}

static int *read_fetch(void) {
    unsigned found = started, rd, wr;
    for (;;) {
        rd = found >> 16 & 0xffff;
        wr = found & 0xffff;
        if (wr == rd)
            return NULL;
        if (atomic_compare_exchange_weak(&started, &found,
                                         ((rd + 1) & 0xffff) << 16 | wr))
            break;
    }
    SPIN_WHILE((writes & 0xffff) != wr);
    return &slots[rd % SIZE];
}

static void put(int value) {
    int *slot = write_prepare();
    if (slot == NULL)
        return;
    *slot = value;
    atomic_fetch_add(&writes, 1);
}

static void *writer(void *unused) {
    put(1);
    return unused;
}

static void *reader(void *unused) {
    while (read_fetch() != NULL)
        atomic_fetch_add(&reads, 1);
    return unused;
}

static void *both(void *unused) {
    writer(unused);
    return reader(unused);
}

int main(void) {
    put(17);
    start(writer, 0, WRITERS);
    start(reader, WRITERS, WRITERS + READERS);
    start(both, WRITERS + READERS, THREADS);
    join(0, THREADS);
    return 0;
}
