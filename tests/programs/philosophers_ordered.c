// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// The last one takes the lower fork first. Each of the three forks is shared
// by two: 2^3 orders, without the two cycles: 6.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t fork_of[3] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

static void *dine(void *argument) {
    intptr_t i = (intptr_t)argument, j = (i + 1) % 3;
    intptr_t low = i < j ? i : j, high = i < j ? j : i;
    pthread_mutex_lock(&fork_of[low]);
    pthread_mutex_lock(&fork_of[high]);
    pthread_mutex_unlock(&fork_of[high]);
    pthread_mutex_unlock(&fork_of[low]);
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
