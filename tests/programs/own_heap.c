// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => safe: 3 executions
// check --algorithm=pop => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// check --races=interleave => safe: 3 executions
// check --races=interleave --goto=replay => safe: 3 executions
//
// A node that its creator fills for itself, hands over, and changes once more:
// who gets it may find the old text or the new one.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int id, text[8];
};

static struct node *_Atomic shared;

static void *creator(void *unused) {
    (void)unused;
    struct node *node = malloc(sizeof *node);
    atomic_store(&node->id, 1);
    for (int i = 0; i < 8; i++)
        atomic_store(&node->text[i], i);
    atomic_store(&shared, node);
    atomic_store(&node->text[5], 7);
    return NULL;
}

static void *user(void *unused) {
    (void)unused;
    struct node *node = atomic_load(&shared);
    if (node)
        (void)atomic_load(&node->text[5]);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, user, NULL);
    pthread_create(&two, NULL, creator, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    struct node *node = atomic_load(&shared);
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += atomic_load(&node->text[i]);
    free(node);
    return sum != 30;
}
