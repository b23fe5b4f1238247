// SPDX-License-Identifier: Apache-2.0
// A lock with a queue of nodes on the heap (Mellor-Crummey, Scott 1991): 66
// executions of three threads, as with nodes in an array.
// check => safe: 66 executions
// check --algorithm=source => safe: 66 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
};

static _Atomic(struct node *) tail;
static int count;

static struct node *acquire(void) {
    struct node *node = malloc(sizeof *node);
    atomic_init(&node->next, NULL);
    atomic_init(&node->waits, true);
    struct node *before = atomic_exchange(&tail, node);
    if (before) {
        atomic_store(&before->next, node);
        while (atomic_load(&node->waits))
            ;
    }
    return node;
}

static void release(struct node *node) {
    struct node *next = atomic_load(&node->next), *own = node;
    if (next || !atomic_compare_exchange_strong(&tail, &own, NULL)) {
        while (!next)
            next = atomic_load(&node->next);
        atomic_store(&next->waits, false);
    }
    free(node);
}

static void *work(void *unused) {
    struct node *node = acquire();
    count++;
    release(node);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(count == 3);
}
