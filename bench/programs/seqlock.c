// SPDX-License-Identifier: Apache-2.0
// check => safe: 9 executions, 23 blocked
//
// seqlock(n): Awaiting for Godot, Table I. Readers look at a number before and
// after: odd, or another one, and they try again.
#include "spin.h"
#include "start.h"
#include <stdatomic.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef BOTH
#define BOTH 1
#endif

enum { THREADS = READERS + WRITERS + BOTH };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sequence, shared;

static void put(int value) {
    pthread_mutex_lock(&mutex);
    int before = sequence;
    sequence = before + 1;
    shared = value;
    before = sequence;
    sequence = before + 1;
    pthread_mutex_unlock(&mutex);
}

static int get(void) {
    int before, value;
    do {
        SPIN_WHILE((before = sequence) & 1);
        value = shared;
    } while (sequence != before);
    return value;
}

static void *reader(void *unused) {
    get();
    return unused;
}

static void *writer(void *unused) {
    put(42);
    return unused;
}

static void *both(void *unused) {
    put(get() + 1);
    return unused;
}

int main(void) {
    start(reader, 0, READERS);
    start(writer, READERS, READERS + WRITERS);
    start(both, READERS + WRITERS, THREADS);
    join(0, THREADS);
    return 0;
}
