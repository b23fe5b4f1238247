// SPDX-License-Identifier: Apache-2.0
// check -- 13 => safe: 1 executions
// check -- 14 => safe: 2 executions
// check -- 15 => safe: 4 executions
// check --algorithm=source -- 15 => safe: 4 executions
// check --races=interleave -- 13 => safe: 1 executions
// check --races=interleave -- 15 => safe: 4 executions
// check --races=interleave --algorithm=source -- 15 => safe: 4 executions
// A known benchmark: each thread beyond 13 shares one block with another: 2^(N-13).
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { BLOCKS = 26, INODES = 32, TRIES = 10 };
static pthread_mutex_t lock_inode[INODES], lock_block[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *work(void *argument) {
    int i = (int)((intptr_t)argument % INODES);
    pthread_mutex_lock(&lock_inode[i]);
    if (inode[i] == 0) {
        int b = i * 2 % BLOCKS;
        for (int tries = 0; tries < TRIES; tries++) {
            pthread_mutex_lock(&lock_block[b]);
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&lock_block[b]);
                break;
            }
            pthread_mutex_unlock(&lock_block[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&lock_inode[i]);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread[26];
    int threads = argc > 1 ? atoi(argv[1]) : 14;
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&lock_inode[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&lock_block[i], NULL);
    for (intptr_t i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
