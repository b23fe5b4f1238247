// SPDX-License-Identifier: Apache-2.0
// flags -DN=12
// check --algorithm=pop => safe: 8 executions
// check --algorithm=optimal => safe: 8 executions
// check --races=interleave => safe: 8 executions
// check --algorithm=source => safe: 8 executions
//
// indexer(N): POP, Table 1; JACM, Table 3. N threads insert four messages each
// into a hash table of 128 slots with a mutex for each. Up to 11 threads do not
// meet; each further one meets another three times: 8^(N-11) classes.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 15
#endif

enum { SIZE = 128, MESSAGES = 4 };
static pthread_mutex_t mutex[SIZE];
static atomic_int table[SIZE];

static bool set(int slot, int word) {
    bool success = false;
    pthread_mutex_lock(&mutex[slot]);
    if (atomic_load(&table[slot]) == 0) {
        atomic_store(&table[slot], word);
        success = true;
    }
    pthread_mutex_unlock(&mutex[slot]);
    return success;
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

int main(void) {
    pthread_t thread[N];
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&mutex[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
