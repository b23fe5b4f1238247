// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions || incomplete: *
// check --algorithm=source => unsafe: assertion at FILE:N after N executions || incomplete: *
// check --algorithm=all => unsafe: assertion at FILE:N after N executions || incomplete: *
// Two threads meet in the state of a function without a model: the order of the
// calls matters, and nobody reverses it. Not safe.
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static void *work(void *unused) {
    umask(077);
    return unused;
}

int main(void) {
    pthread_t thread;
    umask(022);
    pthread_create(&thread, NULL, work, NULL);
    assert(umask(022) == 022);
    pthread_join(thread, NULL);
    return 0;
}
