// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// check --goto=replay => safe: 2 executions
// The malloc family, by two threads that share a lock: 2! orders.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    char *text = strdup("some text");
    int *zeros = calloc(10, sizeof *zeros);
    for (int i = 0; i < 10; i++)
        assert(zeros[i] == 0);
    zeros[9] = 3;
    pthread_mutex_lock(&mutex);
    zeros = realloc(zeros, 1000 * sizeof *zeros);
    assert(zeros[9] == 3 && zeros[0] == 0);
    zeros[999] = 1;
    pthread_mutex_unlock(&mutex);
    void *aligned = aligned_alloc(256, 512);
    assert((uintptr_t)aligned % 256 == 0);
    memset(aligned, 1, 512);
    void *other;
    assert(posix_memalign(&other, 64, 100) == 0 && (uintptr_t)other % 64 == 0);
    assert(strcmp(text, "some text") == 0);
    char *part = strndup(text, 4);
    assert(strcmp(part, "some") == 0);
    free(part);
    free(text);
    free(zeros);
    free(aligned);
    free(other);
    free(NULL);
    free(malloc(0));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
