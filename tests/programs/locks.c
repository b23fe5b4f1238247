// SPDX-License-Identifier: Apache-2.0
// check -- 2 1 => safe: 2 executions
// check -- 2 2 => safe: 6 executions
// check -- 2 3 => safe: 20 executions
// check -- 2 5 => safe: 252 executions
// check -- 3 1 => safe: 6 executions
// check -- 3 2 => safe: 90 executions
// check -- 4 1 => safe: 24 executions
// check -- 5 1 => safe: 120 executions
// check -- 3 3 => safe: 1680 executions
// check -- 2 9 => safe: 48620 executions
// check --algorithm=source -- 2 3 => safe: 20 executions
// check --algorithm=source -- 3 2 => safe: 90 executions
// check --algorithm=source -- 4 1 => safe: 24 executions
// check --algorithm=pop -- 3 2 => safe: 90 executions
// check --races=interleave -- 2 3 => safe: 20 executions
// check --races=interleave -- 3 2 => safe: 90 executions
// check --races=ignore -- 3 2 => safe: 90 executions
// check --goto=replay -- 3 2 => safe: 90 executions
// check --max-executions=5 -- 3 2 => incomplete: execution limit after 5 executions
// N threads with K rounds each: (N K)! / (K!)^N orders of critical sections.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int threads, rounds, count;

static void *work(void *unused) {
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread[8];
    threads = argc > 1 ? atoi(argv[1]) : 2;
    rounds = argc > 2 ? atoi(argv[2]) : 2;
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    assert(count == threads * rounds);
    return 0;
}
