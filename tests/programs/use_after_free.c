// SPDX-License-Identifier: Apache-2.0
// check => unsafe: use-after-free at use_after_free.c:14 after N executions
// check --algorithm=source => unsafe: use-after-free at use_after_free.c:14 after N executions
// check --races=interleave => unsafe: use-after-free at use_after_free.c:14 after N executions
// The lock orders the accesses, but nobody looks whether the block is there.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    *block = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof *block);
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    free(block);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
