// SPDX-License-Identifier: Apache-2.0
// flags -D_GNU_SOURCE
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// It has ended, or it has not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int result = pthread_tryjoin_np(thread, NULL);
    assert(result == 0 || result == EBUSY);
    if (result)
        pthread_join(thread, NULL);
    return 0;
}
