// SPDX-License-Identifier: Apache-2.0
// A bounded queue with a bug that a test would hardly ever show: both sides
// wait on the same condition variable, and each wakes only one of those who
// wait. Check it with
//
//     mazurka examples/queue.c
//
// Then replace pthread_cond_signal by pthread_cond_broadcast and check again.

#include <pthread.h>
#include <stdio.h>

enum { ROOM = 1, ITEMS = 2, CONSUMERS = 2 };

static int queue[ROOM], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (used == ROOM)
        pthread_cond_wait(&changed, &lock);
    queue[used++] = item;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (used == 0)
        pthread_cond_wait(&changed, &lock);
    int item = queue[--used];
    pthread_cond_signal(&changed);
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
