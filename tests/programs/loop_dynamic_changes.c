// SPDX-License-Identifier: Apache-2.0
// Rounds that do change something, but no value of the loop's own.
// check --dynamic-loops=on => safe: 1 executions
// check --dynamic-loops=on --races=interleave => safe: 1 executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static struct node {
    struct node *next;
} * list;

int main(void) {
    while (x < 3)
        x++;
    for (;;) {
        pthread_mutex_lock(&mutex);
        if (++plain == 3)
            break;
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_unlock(&mutex);
    while (atomic_load(&x) && (!list || !list->next)) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    free(list->next);
    free(list);
    pthread_rwlock_rdlock(&rwlock); // the first use is a change as well
    pthread_rwlock_unlock(&rwlock);
    while (pthread_rwlock_trywrlock(&rwlock) == 0)
        ;
    assert(x == 3 && plain == 3);
}
