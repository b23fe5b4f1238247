// SPDX-License-Identifier: Apache-2.0
// flags -DWORKERS=1 -DCHUNKS=1
// check --algorithm=optimal => safe: 12 executions
// check --algorithm=classic => safe: 12 executions
//
// bzip2smp: [SDPOR], Table 1; a pipeline of our own that is made like it.
// main reads CHUNKS chunks into a short queue, the WORKERS compress them, and a
// writer writes them in order; a worker that is ahead waits for its turn.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef CHUNKS
#define CHUNKS 2
#endif
#define PLACES 2 // for chunks that are compressed, ahead of the writer

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t in_available = PTHREAD_COND_INITIALIZER;
static pthread_cond_t in_free = PTHREAD_COND_INITIALIZER;
static int in_next, in_count; // chunks [in_next, in_next + in_count) wait
static bool in_done;

static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t out_available = PTHREAD_COND_INITIALIZER;
static pthread_cond_t out_flushed = PTHREAD_COND_INITIALIZER;
static bool out_ready[PLACES];
static int out_data[PLACES], out_next;

static int take(void) {
    pthread_mutex_lock(&in_lock);
    while (in_count == 0 && !in_done)
        pthread_cond_wait(&in_available, &in_lock);
    int chunk = in_count ? in_next++ : -1;
    if (chunk >= 0) {
        in_count--;
        pthread_cond_signal(&in_free);
    }
    pthread_mutex_unlock(&in_lock);
    return chunk;
}

static void *worker(void *unused) {
    for (int chunk; (chunk = take()) >= 0;) {
        pthread_mutex_lock(&out_lock);
        while (chunk >= out_next + PLACES)
            pthread_cond_wait(&out_flushed, &out_lock);
        out_data[chunk % PLACES] = chunk + 1;
        out_ready[chunk % PLACES] = true;
        pthread_cond_signal(&out_available);
        pthread_mutex_unlock(&out_lock);
    }
    return unused;
}

static void *writer(void *unused) {
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        pthread_mutex_lock(&out_lock);
        while (!out_ready[chunk % PLACES])
            pthread_cond_wait(&out_available, &out_lock);
        assert(out_data[chunk % PLACES] == chunk + 1);
        out_ready[chunk % PLACES] = false;
        out_next++;
        pthread_cond_broadcast(&out_flushed);
        pthread_mutex_unlock(&out_lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread[WORKERS + 1];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&thread[i], NULL, worker, NULL);
    pthread_create(&thread[WORKERS], NULL, writer, NULL);
    for (int i = 0; i < CHUNKS; i++) {
        pthread_mutex_lock(&in_lock);
        while (in_count == WORKERS)
            pthread_cond_wait(&in_free, &in_lock);
        in_count++;
        pthread_cond_signal(&in_available);
        pthread_mutex_unlock(&in_lock);
    }
    pthread_mutex_lock(&in_lock);
    in_done = true;
    pthread_cond_broadcast(&in_available);
    pthread_mutex_unlock(&in_lock);
    for (int i = 0; i <= WORKERS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
