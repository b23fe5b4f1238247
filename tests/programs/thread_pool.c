// SPDX-License-Identifier: Apache-2.0
// check => safe: 8 executions
// check --algorithm=source => safe: 8 executions
// check --races=interleave => safe: 8 executions
// Two workers take two jobs until there are none: four critical sections, of
// which each worker's last finds nothing: 8 classes, counted by brute force.
#include <assert.h>
#include <pthread.h>

enum { JOBS = 2 };
typedef void job(int *result);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = JOBS, results[JOBS];

static void add_one(int *result) {
    *result += 1;
}

static void add_two(int *result) {
    *result += 2;
}

static job *const jobs[JOBS] = {add_one, add_two};

static void *work(void *unused) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        int next = left > 0 ? --left : -1;
        pthread_mutex_unlock(&mutex);
        if (next < 0)
            return unused;
        jobs[next](&results[next]);
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(results[0] == 1 && results[1] == 2);
    return 0;
}
