// SPDX-License-Identifier: Apache-2.0
// check -- 11 => safe: 1 executions
// check -- 12 => safe: 8 executions
// check --algorithm=source -- 12 => safe: 8 executions
// check --races=interleave -- 11 => safe: 1 executions
// check --races=interleave -- 12 => safe: 8 executions
// check --races=interleave --algorithm=source -- 12 => safe: 8 executions
// A known benchmark: a hash table with a mutex for each slot: 8^(N-11).
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIZE = 128, MESSAGES = 4 };
static pthread_mutex_t mutex[SIZE];
static int table[SIZE];

static int set(int slot, int word) {
    int free_slot = 0;
    pthread_mutex_lock(&mutex[slot]);
    if (table[slot] == 0) {
        table[slot] = word;
        free_slot = 1;
    }
    pthread_mutex_unlock(&mutex[slot]);
    return free_slot;
}

static void *work(void *argument) {
    int id = (int)(intptr_t)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int word = 11 * m + id, slot = word * 7 % SIZE;
        while (!set(slot, word))
            slot = (slot + 1) % SIZE;
    }
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread[16];
    int threads = argc > 1 ? atoi(argv[1]) : 12;
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&mutex[i], NULL);
    for (intptr_t i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
