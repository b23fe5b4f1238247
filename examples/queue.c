// SPDX-License-Identifier: Apache-2.0
// A bounded queue with a bug that a test would hardly ever show: both sides
// wait on the same condition variable, and each wakes only one of those who
// wait.
//
//     mazurka examples/queue.c
//     => unsafe: deadlock at examples/queue.c:33 after 8 executions
//     mazurka examples/queue.c -DFIXED
//     => safe: 40 executions
//
// To learn: a signal wakes one of those who wait, and it may be the wrong one.

#include <pthread.h>
#include <stdio.h>

enum { ROOM = 1, ITEMS = 2, CONSUMERS = 2 };

static int queue[ROOM], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void wake(void) {
#ifdef FIXED
    pthread_cond_broadcast(&changed);
#else
    pthread_cond_signal(&changed);
#endif
}

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (used == ROOM)
        pthread_cond_wait(&changed, &lock);
    queue[used++] = item;
    wake();
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (used == 0)
        pthread_cond_wait(&changed, &lock);
    int item = queue[--used];
    wake();
    pthread_mutex_unlock(&lock);
    return item;
}

static void *consumer(void *sum) {
    *(int *)sum += take();
    return NULL;
}

int main(void) {
    pthread_t threads[CONSUMERS];
    int sums[CONSUMERS] = {0};
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&threads[i], NULL, consumer, &sums[i]);
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(threads[i], NULL);
    printf("%d items\n", sums[0] + sums[1]);
    return 0;
}
