// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Thirty threads, each with a variable of its own; they come in two waves.
#include <assert.h>
#include <pthread.h>

static int done[30];

static void *work(void *place) {
    *(int *)place += 1;
    return NULL;
}

int main(void) {
    pthread_t thread[30];
    for (int wave = 0; wave < 2; wave++) {
        for (int i = 15 * wave; i < 15 * wave + 15; i++)
            pthread_create(&thread[i], NULL, work, &done[i]);
        for (int i = 15 * wave; i < 15 * wave + 15; i++)
            pthread_join(thread[i], NULL);
    }
    for (int i = 0; i < 30; i++)
        assert(done[i] == 1);
    return 0;
}
