// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// The setter first; or the time is over before its signal, and the mutex is
// taken again before or after the setter; or after the signal: 1 + 2 + 1.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t changed;
static int ready;

static int work(void *unused) {
    (void)unused;
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t thread;
    struct timespec limit;
    int result = thrd_success;
    timespec_get(&limit, TIME_UTC);
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, work, NULL);
    mtx_lock(&mutex);
    if (!ready)
        result = cnd_timedwait(&changed, &mutex, &limit);
    assert(result == thrd_timedout || (result == thrd_success && ready));
    mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    return 0;
}
