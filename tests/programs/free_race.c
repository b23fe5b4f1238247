// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at free_race.c:20 after 1 executions
// check --algorithm=source => unsafe: data-race at free_race.c:20 after 1 executions
// check --races=interleave => unsafe: use-after-free at free_race.c:11 after N executions
// Nothing orders the use and the free. The thread uses it as soon as it is
// created, so the free is the second of the two.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block) {
    *(int *)block = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int other = 0, *block = calloc(1, sizeof *block);
    pthread_create(&a, NULL, work, block);
    pthread_create(&b, NULL, work, &other);
    free(block);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
