// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Three threads put into one list: 3! orders; the program's heap is the same in
// each of them when it comes back.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    intptr_t value;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *put(void *value) {
    struct node *node = malloc(sizeof *node);
    node->value = (intptr_t)value;
    pthread_mutex_lock(&mutex);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    intptr_t sum = 0;
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, put, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    while (list) {
        struct node *node = list;
        sum += node->value;
        list = node->next;
        free(node);
    }
    assert(sum == 6);
    return 0;
}
