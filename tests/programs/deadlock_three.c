// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at deadlock_three.c:18 after N executions
// check --algorithm=source => unsafe: deadlock at deadlock_three.c:18 after N executions
// Three philosophers, three forks: a cycle of three, found although main only
// waits for them.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t fork_of[3] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

static void *dine(void *argument) {
    intptr_t i = (intptr_t)argument;
    pthread_mutex_lock(&fork_of[i]);
    pthread_mutex_lock(&fork_of[(i + 1) % 3]);
    pthread_mutex_unlock(&fork_of[(i + 1) % 3]);
    pthread_mutex_unlock(&fork_of[i]);
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, dine, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
