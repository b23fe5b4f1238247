// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Each thread has its own errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *unused) {
    assert(errno == 0);
    errno = EINTR;
    return unused;
}

int main(void) {
    pthread_t a, b;
    errno = EBUSY;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(errno == EBUSY);
    return 0;
}
