// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at stack_aba.c:26 after N executions
// check --algorithm=source => unsafe: assertion at stack_aba.c:26 after N executions
// While one thread pops a, another pops a and b and pushes a again: the first
// finds a on top as before, and takes b, which is in use, for the rest.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *_Atomic next;
    atomic_bool in_use;
};
static struct node a, b, c;
static struct node *_Atomic top;

static struct node *pop(void) {
    struct node *old = atomic_load(&top);
    if (!old)
        return NULL;
    struct node *next = atomic_load(&old->next);
    if (!atomic_compare_exchange_strong(&top, &old, next))
        return NULL;
    assert(!atomic_exchange(&old->in_use, true));
    return old;
}

static void push(struct node *node) {
    struct node *old = atomic_load(&top);
    atomic_store(&node->in_use, false);
    atomic_store(&node->next, old);
    atomic_compare_exchange_strong(&top, &old, node);
}

static void *work(void *unused) {
    struct node *first = pop();
    if (first && pop())
        push(first);
    return unused;
}

int main(void) {
    pthread_t thread;
    a.next = &b;
    b.next = &c;
    top = &a;
    pthread_create(&thread, NULL, work, NULL);
    pop();
    pthread_join(thread, NULL);
    pop();
    return 0;
}
