// SPDX-License-Identifier: Apache-2.0
// Blocks that different threads have allocated at one line, and words that mean
// different memory at different times.
// check --full-trace => unsafe: deadlock at names_by_thread.c:31 after 1 executions
// says waits for semaphore n->full (block 1 of names_by_thread.c:20 by main/1)
// says waits for semaphore n->full (block 1 of names_by_thread.c:20 by main/2)
// says (block 1 of names_by_thread.c:20 by main/1 + 32) → NULL
// says p[i] 0 → 1
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    sem_t full;
    _Atomic(struct node *) next;
};

static struct node *node(void) {
    struct node *n = malloc(sizeof *n);
    sem_init(&n->full, 0, 0);
    n->next = NULL;
    return n;
}

static atomic_int table[2];

static void *thread(void *argument) {
    struct node *n = node();
    (void)argument;
    sem_wait(&n->full);
    free(n);
    return NULL;
}

int main(void) {
    pthread_t id[2];
    atomic_int *p = table;
    for (int i = 0; i < 2; i++)
        p[i] = i;
    for (int i = 0; i < 2; i++)
        pthread_create(&id[i], NULL, thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(id[i], NULL);
    return 0;
}
