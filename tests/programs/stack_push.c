// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// A lock-free stack: either is first, and the other has read the top before
// (and tries again) or after: 2 * 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static struct node *_Atomic top;

static void *push(void *unused) {
    struct node *node = malloc(sizeof *node);
    bool done = false;
    for (int tries = 0; tries < 2 && !done; tries++) {
        struct node *old = atomic_load(&top);
        node->next = old;
        done = atomic_compare_exchange_strong(&top, &old, node);
    }
    assert(done);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, push, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    struct node *node = atomic_load(&top);
    int count = 0;
    for (; node; count++) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    assert(count == 2);
    return 0;
}
