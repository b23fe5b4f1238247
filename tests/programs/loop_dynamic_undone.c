// SPDX-License-Identifier: Apache-2.0
// A read-write lock of two threads, each of which reads and then writes: what
// was subtracted in vain is added again. Without leaving such rounds out, 86
// executions (222 if the additions conflict), as in "Awaiting for Godot".
// check => safe: 86 executions
// check --independent-adds=off => safe: 222 executions
// check --dynamic-loops=on => safe: 10 executions, 34 blocked
// check --dynamic-loops=on --independent-adds=off => safe: 94 executions, 62 blocked

#include <pthread.h>
#include <stdatomic.h>

enum { WRITER = 0x100000 };
static atomic_int word = WRITER;
static int data;

static void *work(void *unused) {
    int before = atomic_fetch_sub(&word, 1);
    while (before <= 0) {
        atomic_fetch_add(&word, 1);
        while (atomic_load(&word) <= 0)
            ;
        before = atomic_fetch_sub(&word, 1);
    }
    int seen = data;
    atomic_fetch_add(&word, 1);
    before = atomic_fetch_sub(&word, WRITER);
    while (before != WRITER) {
        atomic_fetch_add(&word, WRITER);
        while (atomic_load(&word) != WRITER)
            ;
        before = atomic_fetch_sub(&word, WRITER);
    }
    data = seen + 1;
    atomic_fetch_add(&word, WRITER);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
}
