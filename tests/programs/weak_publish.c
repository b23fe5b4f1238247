// SPDX-License-Identifier: Apache-2.0
// check --memory=rc11 => unsafe: data-race at weak_publish.c:N after 1 executions
// check --memory=ra => safe: 3 executions
// check --memory=rc11 -- released => safe: 3 executions
// A node is filled and published, as RCU does. Whoever follows the pointer must
// find it filled: the pointer has to be released. What the node holds is
// written plainly before it is published, and atomically after that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int key;
    atomic_int value;
};
static struct node *_Atomic shared;
static memory_order gives = memory_order_relaxed;

static void *publish(void *unused) {
    struct node *node = malloc(sizeof *node);
    node->key = 1;
    atomic_init(&node->value, 2);
    atomic_store_explicit(&shared, node, gives);
    atomic_store_explicit(&node->value, 3, memory_order_relaxed);
    return unused;
}

static void *follow(void *unused) {
    struct node *node = atomic_load_explicit(&shared, memory_order_consume);
    if (node) {
        int value = atomic_load_explicit(&node->value, memory_order_relaxed);
        assert(node->key == 1 && (value == 2 || value == 3));
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    (void)argv;
    if (argc > 1)
        gives = memory_order_release;
    pthread_create(&a, NULL, publish, NULL);
    pthread_create(&b, NULL, follow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&shared));
    return 0;
}
