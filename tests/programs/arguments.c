// SPDX-License-Identifier: Apache-2.0
// arguments first 2 three
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check -- first 2 => unsafe: assertion at arguments.c:22 after 1 executions
// The program's own arguments; two locks: 2! orders.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *text) {
    pthread_mutex_lock(&mutex);
    assert(strlen(text) > 0);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread;
    assert(argc == 4);
    assert(strcmp(argv[1], "first") == 0 && argv[2][0] == '2' && !argv[4]);
    pthread_create(&thread, NULL, work, argv[3]);
    work(argv[1]);
    pthread_join(thread, NULL);
    return 0;
}
