// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// To join oneself is an error that glibc reports.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return 0;
}
