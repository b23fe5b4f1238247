// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_heap.c:16 after 1 executions
// check --algorithm=source => unsafe: data-race at race_heap.c:16 after 1 executions
// check --races=interleave => safe: 2 executions
// Two threads write one field of what main has allocated.
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static void *work(void *argument) {
    struct node *node = argument;
    node->value = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct node *node = calloc(1, sizeof *node);
    pthread_create(&a, NULL, work, node);
    pthread_create(&b, NULL, work, node);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(node);
    return 0;
}
