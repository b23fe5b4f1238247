// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal --stats => safe: 36 executions
// check --algorithm=pop --stats => safe: 36 executions
// says longest execution, steps           11
//
// What main does before it creates threads, when it has joined all of them, and
// before it creates more of them is no step, though others access the same. What
// it does meanwhile is, but for the four joins.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { CELLS = 100 };

static atomic_int cell[CELLS], meeting;

static void *work(void *argument) {
    intptr_t me = (intptr_t)argument;
    atomic_store(&meeting, (int)me);
    for (int i = 0; i < CELLS / 2; i++)
        atomic_fetch_add(&cell[me * CELLS / 2 + i], i);
    return NULL;
}

static void phase(void) {
    pthread_t thread[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    atomic_store(&meeting, 2);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
}

static int sum(void) {
    int all = 0;
    for (int i = 0; i < CELLS; i++)
        all += atomic_load(&cell[i]);
    return all;
}

int main(void) {
    for (int i = 0; i < CELLS; i++)
        atomic_store(&cell[i], 1);
    phase();
    if (sum() != 2 * 1225 + CELLS)
        return 1;
    for (int i = 0; i < CELLS; i++)
        atomic_store(&cell[i], 1);
    phase();
    return sum() != 2 * 1225 + CELLS || atomic_load(&meeting) < 0;
}
