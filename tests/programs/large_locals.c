// SPDX-License-Identifier: Apache-2.0
// check => safe: 20 executions
// check --algorithm=source => safe: 20 executions
// large
// Megabytes of locals in main and in a thread: they are there, and cost nothing
// for each step: 6!/(3! 3!).
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    char large[2 << 20];
    memset(large, 3, sizeof large);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        large[i * 4096]++;
        pthread_mutex_unlock(&mutex);
    }
    assert(large[0] == 4 && large[4096] == 4 && large[sizeof large - 1] == 3);
    return unused;
}

int main(void) {
    char larger[4 << 20];
    pthread_t thread;
    memset(larger, 5, sizeof larger);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    for (size_t i = 0; i < sizeof larger; i += 4096)
        assert(larger[i] == 5);
    return 0;
}
