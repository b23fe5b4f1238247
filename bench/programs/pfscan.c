// SPDX-License-Identifier: Apache-2.0
// flags -DWORKERS=1 -DFILES=1
// check --algorithm=optimal => safe: 16 executions
// check --algorithm=classic => safe: 16 executions
//
// pfscan: [SDPOR], Table 1; a parallel file scanner of our own that is made
// like it. main walks a directory of FILES files and puts them into a queue; the
// WORKERS take them, look for a word, count the matches and print them; main
// waits until no worker is left.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef FILES
#define FILES 2
#endif
#define CAPACITY (WORKERS + 8)

static struct queue {
    pthread_mutex_t lock;
    pthread_cond_t more, less;
    int file[CAPACITY], first, count;
    bool closed;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .more = PTHREAD_COND_INITIALIZER,
           .less = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t matches_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t workers_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t workers_gone = PTHREAD_COND_INITIALIZER;
static int matches, printed, workers = WORKERS;

static void put(int file) {
    pthread_mutex_lock(&queue.lock);
    while (queue.count == CAPACITY)
        pthread_cond_wait(&queue.less, &queue.lock);
    queue.file[(queue.first + queue.count) % CAPACITY] = file;
    queue.count++;
    pthread_mutex_unlock(&queue.lock);
    pthread_cond_signal(&queue.more);
}

static void close_queue(void) {
    pthread_mutex_lock(&queue.lock);
    queue.closed = true;
    pthread_mutex_unlock(&queue.lock);
    pthread_cond_broadcast(&queue.more);
}

static bool get(int *file) {
    pthread_mutex_lock(&queue.lock);
    while (queue.count == 0 && !queue.closed)
        pthread_cond_wait(&queue.more, &queue.lock);
    bool got = queue.count > 0;
    if (got) {
        *file = queue.file[queue.first];
        queue.first = (queue.first + 1) % CAPACITY;
        queue.count--;
    }
    pthread_mutex_unlock(&queue.lock);
    if (got)
        pthread_cond_signal(&queue.less);
    return got;
}

static void scan(int file) {
    pthread_mutex_lock(&matches_lock);
    matches += file;
    pthread_mutex_unlock(&matches_lock);
    pthread_mutex_lock(&print_lock);
    printed++;
    pthread_mutex_unlock(&print_lock);
}

static void *worker(void *unused) {
    int file;
    while (get(&file))
        scan(file);
    pthread_mutex_lock(&workers_lock);
    workers--;
    pthread_mutex_unlock(&workers_lock);
    pthread_cond_signal(&workers_gone);
    return unused;
}

int main(void) {
    pthread_t thread[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&thread[i], NULL, worker, NULL);
    for (int i = 0; i < FILES; i++)
        put(1);
    close_queue();
    pthread_mutex_lock(&workers_lock);
    while (workers > 0)
        pthread_cond_wait(&workers_gone, &workers_lock);
    pthread_mutex_unlock(&workers_lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(thread[i], NULL);
    assert(matches == FILES && printed == FILES);
    return 0;
}
