// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// says looks for the address of a block that was freed
// A compare-exchange would take a new block for the old one if malloc gave out
// the same address again, which is said.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};

static _Atomic(struct node *) top;

// Takes the node off and puts another one there.
static void *replace(void *unused) {
    struct node *old = atomic_exchange(&top, NULL);
    free(old);
    struct node *new = malloc(sizeof *new);
    new->value = 2;
    atomic_store(&top, new);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct node *first = malloc(sizeof *first), *seen = first;
    first->value = 1;
    atomic_store(&top, first);
    pthread_create(&thread, NULL, replace, NULL);
    int taken = atomic_compare_exchange_strong(&top, &seen, NULL);
    pthread_join(thread, NULL);
    if (taken) {
        assert(first->value == 1);
        free(first);
    }
    free(atomic_load(&top));
    return 0;
}
