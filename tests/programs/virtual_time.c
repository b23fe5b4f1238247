// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --goto=replay => safe: 4 executions
// Time stands still, random numbers and process numbers are always the same:
// what two threads lock is decided by nothing else. 2! orders of that, and of
// who gets which number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex[10];

static void *work(void *unused) {
    int which = rand() % 10;
    (void)which;
    pthread_mutex_t *own = &mutex[(unsigned long)time(NULL) % 10];
    pthread_mutex_lock(own);
    pthread_mutex_unlock(own);
    return unused;
}

int main(void) {
    pthread_t a, b;
    struct timespec t, u;
    struct timeval v, w;
    for (int i = 0; i < 10; i++)
        pthread_mutex_init(&mutex[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &t);
    gettimeofday(&v, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    clock_gettime(CLOCK_MONOTONIC, &u);
    gettimeofday(&w, NULL);
    assert(u.tv_sec - t.tv_sec < 10 && w.tv_sec - v.tv_sec < 10);
    assert(getpid() > 0 && getpid() == getpid());
    return 0;
}
