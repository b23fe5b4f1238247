// SPDX-License-Identifier: Apache-2.0
// The place in the ring is published before it is written: the report says what
// the reader has seen of the writer, and that it comes too early.
// check => unsafe: data-race at race_after_release.c:26 after N executions
// says race_after_release.c:25 what main/1 wrote at race_after_release.c:17, which comes before
// says in put(1) ← producer race_after_release.c:30
// says Both were created by main (race_after_release.c:41
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2 };
static int ring[SIZE];
static atomic_uint head, tail;

static void put(int value) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    atomic_store_explicit(&head, h + 1, memory_order_release);
    // Too late:
    ring[h % SIZE] = value;
}

static int take(void) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    int value = 0;
    if (t != atomic_load_explicit(&head, memory_order_acquire))
        value = ring[t % SIZE];
    return value;
}

static void *producer(void *unused) { put(1); return unused; }

static void *consumer(void *unused) {
    take();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    // No loop: two places.
    //
    pthread_create(&threads[0], NULL, producer, NULL);
    pthread_create(&threads[1], NULL, consumer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
