// SPDX-License-Identifier: Apache-2.0
// The queue of Michael and Scott, with a writer, a reader and a thread that does
// both: the row ms-queue(3) of Table I of "Awaiting for Godot". 925+350 with all
// rounds; 75+284 without those that change nothing, as in the column of the tool
// that leaves them out while it runs.
// flags -I../../include --loops=assume
// check --dynamic-loops=on => safe: 75 executions, 284 blocked
// check --dynamic-loops=on --algorithm=source => safe: 75 executions, N blocked

#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { POISON = 0x666 };

// An index, and how often the place was changed.
static uint64_t link_to(uint64_t index, uint64_t count) {
    return count << 32 | index;
}
static uint32_t index_of(uint64_t link) {
    return (uint32_t)link;
}
static uint64_t next_count(uint64_t link) {
    return (link >> 32) + 1;
}

static _Atomic uint64_t head, tail, next[16];
static int value[16];

static int cas(_Atomic uint64_t *place, uint64_t from, uint64_t to) {
    return atomic_compare_exchange_strong(place, &from, to);
}

static void enqueue(uint32_t node, int v) {
    value[node] = v;
    uint64_t t, n = atomic_load(&next[node]);
    atomic_store(&next[node], n & ~(uint64_t)UINT32_MAX);
    int done = 0;
    while (!done) {
        t = atomic_load(&tail);
        n = atomic_load(&next[index_of(t)]);
        if (t != atomic_load(&tail))
            continue;
        assert(index_of(n) != POISON);
        if (index_of(n) == 0)
            done = cas(&next[index_of(t)], n, link_to(node, next_count(n)));
        if (!done) {
            n = atomic_load(&next[index_of(t)]);
            cas(&tail, t, link_to(index_of(n), next_count(t)));
        }
    }
    cas(&tail, t, link_to(node, next_count(t)));
}

static int dequeue(int *v) {
    for (;;) {
        uint64_t h = atomic_load(&head), t = atomic_load(&tail);
        uint64_t n = atomic_load(&next[index_of(h)]);
        if (atomic_load(&head) != h)
            continue;
        if (index_of(h) != index_of(t)) {
            *v = value[index_of(n)];
            mz_assume(cas(&head, h, link_to(index_of(n), next_count(h))));
            return 1;
        }
        assert(index_of(n) != POISON);
        if (index_of(n) == 0)
            return 0;
        cas(&tail, t, link_to(index_of(n), next_count(t)));
    }
}

static void *writer(void *unused) {
    enqueue(2, 42);
    return unused;
}

static void *reader(void *unused) {
    int v;
    dequeue(&v);
    return unused;
}

static void *both(void *unused) {
    int v;
    enqueue(10, 43);
    dequeue(&v);
    return unused;
}

int main(void) {
    pthread_t thread;
    head = tail = link_to(1, 0);
    next[2] = next[10] = POISON;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_create(&thread, NULL, both, NULL);
}
