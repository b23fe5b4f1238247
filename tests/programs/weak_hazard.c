// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph => safe: 8 executions
// check --memory=tso => unsafe: data-race at weak_hazard.c:N after 3 executions
// check --memory=rc11 => unsafe: data-race at weak_hazard.c:N after 3 executions
// check --memory=tso -- fenced => safe: 8 executions
// check --memory=rc11 -- fenced => safe: 8 executions
// Hazard pointers: a reader announces what it is about to use, and looks whether
// that is still shared; who takes it away looks at the announcements before it
// frees. Without a fence between writing and looking, each misses the other.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};
static struct node *_Atomic shared, *_Atomic hazard;
static int fenced, freed;

static void *use(void *unused) {
    struct node *node = atomic_load_explicit(&shared, memory_order_acquire);
    atomic_store_explicit(&hazard, node, memory_order_release);
    if (fenced)
        atomic_thread_fence(memory_order_seq_cst);
    if (node && atomic_load_explicit(&shared, memory_order_acquire) == node)
        atomic_fetch_add_explicit(&node->value, 1, memory_order_relaxed);
    atomic_store_explicit(&hazard, NULL, memory_order_release);
    return unused;
}

static void *retire(void *unused) {
    struct node *node = atomic_load_explicit(&shared, memory_order_relaxed);
    atomic_store_explicit(&shared, NULL, memory_order_release);
    if (fenced)
        atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&hazard, memory_order_acquire) != node) {
        free(node);
        freed = 1;
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    (void)argv;
    fenced = argc > 1;
    struct node *node = calloc(1, sizeof *node);
    atomic_store(&shared, node);
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, retire, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (!freed)
        free(node);
    return 0;
}
