// SPDX-License-Identifier: Apache-2.0
// flags -DPRODUCERS=1 -DCONSUMERS=1 -DITEMS=2
// check --algorithm=optimal => safe: 6 executions
// check --algorithm=classic => safe: 6 executions
//
// bbuf: [SDPOR], Table 1. A bounded buffer with one mutex and two condition
// variables. Each producer puts ITEMS, and the consumers share them all.

#include <assert.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#define PLACES 3 // one of them is always free
#define SHARE (PRODUCERS * ITEMS / CONSUMERS)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[PLACES], head, rear;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while ((rear + 1) % PLACES == head)
        pthread_cond_wait(&not_full, &lock);
    buffer[rear] = item;
    rear = (rear + 1) % PLACES;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int get(void) {
    pthread_mutex_lock(&lock);
    while (head == rear)
        pthread_cond_wait(&not_empty, &lock);
    int item = buffer[head];
    head = (head + 1) % PLACES;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *unused) {
    for (int i = 0; i < ITEMS; i++)
        put(7);
    return unused;
}

static void *consumer(void *unused) {
    for (int i = 0; i < SHARE; i++)
        assert(get() == 7);
    return unused;
}

int main(void) {
    pthread_t thread[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_create(&thread[i], NULL, i < PRODUCERS ? producer : consumer,
                       NULL);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
