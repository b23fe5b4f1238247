// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at producer_pool_if.c:N after N executions
// check --algorithm=quasi --k=optimal => unsafe: assertion at producer_pool_if.c:N after N executions
// check --algorithm=quasi --k=2 => unsafe: assertion at producer_pool_if.c:N after N executions
// A consumer that is woken does not look again: another one was faster, and the
// buffer is empty.
#include <assert.h>
#include <pthread.h>

enum { PRODUCERS = 2, CONSUMERS = 2, PLACES = 1 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    int items[PLACES], count;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .not_empty = PTHREAD_COND_INITIALIZER,
            .not_full = PTHREAD_COND_INITIALIZER};
static int taken[CONSUMERS];

static void put(int item) {
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == PLACES)
        pthread_cond_wait(&buffer.not_full, &buffer.lock);
    buffer.items[buffer.count++] = item;
    pthread_cond_signal(&buffer.not_empty);
    pthread_mutex_unlock(&buffer.lock);
}

static int take(void) {
    pthread_mutex_lock(&buffer.lock);
    if (buffer.count == 0)
        pthread_cond_wait(&buffer.not_empty, &buffer.lock);
    assert(buffer.count > 0);
    int item = buffer.items[--buffer.count];
    pthread_cond_signal(&buffer.not_full);
    pthread_mutex_unlock(&buffer.lock);
    return item;
}

static void *produce(void *number) {
    put(*(int *)number);
    return NULL;
}

static void *consume(void *result) {
    *(int *)result = take();
    return NULL;
}

int main(void) {
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    int numbers[PRODUCERS] = {1, 2};
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consume, &taken[i]);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, produce, &numbers[i]);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    assert(taken[0] + taken[1] == 3 && taken[0] != taken[1]);
    return 0;
}
