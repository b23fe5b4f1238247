// SPDX-License-Identifier: Apache-2.0
// check --timeout=60 => safe: 2 executions || incomplete: *
// check --timeout=60 --max-memory=700 => safe: 2 executions || incomplete: *
// slow
// json peak_kib<2500000
// within 60
// 256 MiB are written over and over; undoing that must not take 10 GB.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    char *block = malloc(256 << 20);
    if (!block)
        return 0;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    for (int i = 0; i < 4; i++)
        memset(block, i, 256 << 20);
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
