// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --goto=replay => safe: 2 executions
// Jumps out of a nest of calls within each thread; two locks: 2! orders.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void dive(jmp_buf *out, int depth) {
    char here[100];
    here[depth] = 1;
    if (depth == 0) {
        pthread_mutex_lock(&mutex);
        longjmp(*out, 7);
    }
    if (depth > 0)
        dive(out, depth - 1);
    assert(here[depth] == 0);
}

static void *work(void *unused) {
    jmp_buf out;
    int value = setjmp(out);
    if (value == 0)
        dive(&out, 5);
    assert(value == 7);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
