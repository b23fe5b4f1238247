// SPDX-License-Identifier: Apache-2.0
// check --races=interleave -- 2 => safe: 4 executions
// check --races=interleave --algorithm=source -- 2 => safe: 4 executions
// check --races=interleave -- 3 => safe: 36 executions
// check --races=ignore -- 3 => safe: 1 executions
// check -- 2 => unsafe: data-race at increments_plain.c:15 after 1 executions
// Read and write of a plain counter: for two threads 2 in which one is wholly
// first and 2 in which both read first; for three, 36 by brute force.
#include <pthread.h>
#include <stdlib.h>

static int counter;

static void *work(void *unused) {
    counter++;
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread[4];
    int threads = argc > 1 ? atoi(argv[1]) : 2;
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
