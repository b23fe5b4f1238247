// SPDX-License-Identifier: Apache-2.0
// flags -DWRITERS=0 -DREADERS=0 -DBOTH=2
// check => safe: 86 executions
// check --independent-adds=off => safe: 222 executions
//
// The reader-writer lock of old Linux kernels: readers take 1, writers all of
// it. "linuxrwlocks" in tables on awaiting; another program has the same name
// in tables on parsimonious search.
#include "spin.h"
#include "start.h"
#include <stdatomic.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef BOTH
#define BOTH 1
#endif

enum { ALL = 0x100000 };

static atomic_int lock = ALL;
static int shared;

static void read_lock(void) {
    int before = atomic_fetch_sub(&lock, 1);
    while (before <= 0) {
        atomic_fetch_add(&lock, 1);
        SPIN_WHILE(lock <= 0);
        before = atomic_fetch_sub(&lock, 1);
    }
}

static void write_lock(void) {
    int before = atomic_fetch_sub(&lock, ALL);
    while (before != ALL) {
        atomic_fetch_add(&lock, ALL);
        SPIN_WHILE(lock != ALL);
        before = atomic_fetch_sub(&lock, ALL);
    }
}

static void *reader(void *unused) {
    read_lock();
    (void)*(volatile int *)&shared;
    atomic_fetch_add(&lock, 1);
    return unused;
}

static void *writer(void *unused) {
    write_lock();
    shared = 42;
    atomic_fetch_add(&lock, ALL);
    return unused;
}

static void *both(void *unused) {
    reader(unused);
    write_lock();
    shared = 1;
    atomic_fetch_add(&lock, ALL);
    return unused;
}

int main(void) {
    start(writer, 0, WRITERS);
    start(reader, WRITERS, WRITERS + READERS);
    start(both, WRITERS + READERS, WRITERS + READERS + BOTH);
    return 0;
}
