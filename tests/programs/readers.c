// SPDX-License-Identifier: Apache-2.0
// check -- 2 => safe: 4 executions
// check -- 8 => safe: 256 executions
// check --algorithm=source -- 8 => safe: 256 executions
// check --algorithm=pop -- 8 => safe: 256 executions
// A known benchmark: each reader is before or after the writer: 2^N.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int x, own[16];

static void *writer(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *reader(void *argument) {
    atomic_load(&own[(intptr_t)argument]);
    atomic_load(&x);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread[17];
    int readers = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&thread[16], NULL, writer, NULL);
    for (intptr_t i = 0; i < readers; i++)
        pthread_create(&thread[i], NULL, reader, (void *)i);
    return 0;
}
