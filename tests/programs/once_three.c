// SPDX-License-Identifier: Apache-2.0
// Three threads, two controls, each with the other threads' help: who is first
// at each of them decides, and nobody else's order: 3 * 3. To come again is
// nothing that others see.
// check => safe: 9 executions
// check --algorithm=source => safe: 9 executions
// check --algorithm=pop => safe: 9 executions
// check --races=interleave => safe: 9 executions
#include <assert.h>
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int values[2];

static void initialise_first(void) {
    values[0]++;
}

static void initialise_second(void) {
    values[1]++;
}

static void *work(void *unused) {
    pthread_once(&first, initialise_first);
    assert(values[0] == 1);
    pthread_once(&second, initialise_second);
    assert(values[1] == 1);
    pthread_once(&first, initialise_first);
    return unused;
}

int main(void) {
    pthread_t id[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(id[i], NULL);
    return 0;
}
