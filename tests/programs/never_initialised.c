// SPDX-License-Identifier: Apache-2.0
// check => unsafe: api-misuse at never_initialised.c:10 after 1 executions
// check --algorithm=source => unsafe: api-misuse at never_initialised.c:10 after 1 executions
// A semaphore on the heap that nobody has initialised.
#include <semaphore.h>
#include <stdlib.h>

int main(void) {
    sem_t *semaphore = malloc(sizeof *semaphore);
    sem_wait(semaphore);
    free(semaphore);
    return 0;
}
