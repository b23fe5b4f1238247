// SPDX-License-Identifier: Apache-2.0
// check --races=interleave -- 1 => safe: 2 executions
// check --races=interleave -- 3 => safe: 12 executions
// check --races=interleave -- 5 => safe: 64 executions
// check -- 3 => unsafe: data-race at last_zero_plain.c:N after N executions
// The same with plain variables, each access a step.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int array[16];

static void *reader(void *argument) {
    intptr_t i = (intptr_t)argument;
    while (array[i] != 0)
        i--;
    return NULL;
}

static void *writer(void *argument) {
    intptr_t i = (intptr_t)argument;
    array[i] = array[i - 1] + 1;
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread[16];
    intptr_t size = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&thread[0], NULL, reader, (void *)size);
    for (intptr_t i = 1; i <= size; i++)
        pthread_create(&thread[i], NULL, writer, (void *)i);
    return 0;
}
