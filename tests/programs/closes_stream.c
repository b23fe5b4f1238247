// SPDX-License-Identifier: Apache-2.0
// check --trust=fclose => unsafe: assertion at closes_stream.c:16 after 1 executions
// The stream is the program's, too: what a replay says does not go through it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused) {
    fclose(stdout);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_join(thread, NULL));
}
