// SPDX-License-Identifier: Apache-2.0
// check -- 1 => safe: 2 executions
// check -- 2 => safe: 5 executions
// check -- 3 => safe: 12 executions
// check -- 4 => safe: 28 executions
// check -- 5 => safe: 64 executions
// check --algorithm=pop -- 5 => safe: 64 executions
// check --algorithm=source -- 5 => safe: 64 executions, N blocked
// check --races=interleave -- 5 => safe: 64 executions
// A known benchmark: 2^(N-2) (N+3).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int array[16];
static int size;

static void *reader(void *unused) {
    int i = size;
    while (atomic_load(&array[i]) != 0)
        i--;
    return unused;
}

static void *writer(void *argument) {
    intptr_t i = (intptr_t)argument;
    int before = atomic_load(&array[i - 1]);
    atomic_store(&array[i], before + 1);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread[16];
    size = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&thread[0], NULL, reader, NULL);
    for (intptr_t i = 1; i <= size; i++)
        pthread_create(&thread[i], NULL, writer, (void *)i);
    return 0;
}
