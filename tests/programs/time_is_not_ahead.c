// SPDX-License-Identifier: Apache-2.0
// check => safe: 8 executions
// check --algorithm=source => safe: 8 executions
// check --algorithm=optimal --goto=both => safe: 8 executions
// Who locks first, whether the stored time is seen, who arrives first: 2³.
// Nobody meets a time that is still to come: what was before by a mutex, an atomic
// variable, a barrier, a semaphore, creation or a join is not later.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static uint64_t locked, met, posted;
static _Atomic uint64_t stored;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void *sleeps(void *time) {
    assert(now() >= *(uint64_t *)time);
    sleep(7);
    *(uint64_t *)time = now();
    return NULL;
}

static void *writes(void *unused) {
    sleep(1);
    pthread_mutex_lock(&mutex);
    locked = now();
    pthread_mutex_unlock(&mutex);
    sleep(1);
    stored = now();
    sleep(1);
    met = now();
    pthread_barrier_wait(&barrier);
    sleep(1);
    uint64_t time = now();
    pthread_t thread;
    pthread_create(&thread, NULL, sleeps, &time);
    pthread_join(thread, NULL);
    assert(now() >= time);
    posted = time;
    sem_post(&semaphore);
    return unused;
}

static void *reads(void *unused) {
    pthread_mutex_lock(&mutex);
    assert(now() >= locked);
    pthread_mutex_unlock(&mutex);
    uint64_t time = stored;
    assert(now() >= time);
    pthread_barrier_wait(&barrier);
    assert(now() >= met);
    sem_wait(&semaphore);
    assert(now() >= posted && posted - met >= 8000000000);
    return unused;
}

int main(void) {
    pthread_t writer, reader;
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore, 0, 0);
    pthread_create(&writer, NULL, writes, NULL);
    pthread_create(&reader, NULL, reads, NULL);
    pthread_join(writer, NULL);
    assert(now() >= posted);
    pthread_join(reader, NULL);
    return 0;
}
