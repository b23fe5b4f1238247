// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Who comes first, who waits or who signals: 2.
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static int ready;

static int work(void *unused) {
    (void)unused;
    mtx_lock(&mutex);
    ready = 1;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, work, NULL);
    mtx_lock(&mutex);
    while (!ready)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    return 0;
}
