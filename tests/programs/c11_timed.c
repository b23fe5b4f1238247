// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// mtx_timedlock: in time before, too late inside, in time after: 3.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;

static int work(void *unused) {
    (void)unused;
    struct timespec limit;
    timespec_get(&limit, TIME_UTC);
    limit.tv_sec++;
    int result = mtx_timedlock(&mutex, &limit);
    assert(result == thrd_success || result == thrd_timedout);
    if (result == thrd_success)
        mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&mutex, mtx_timed);
    thrd_create(&thread, work, NULL);
    mtx_lock(&mutex);
    mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    return 0;
}
