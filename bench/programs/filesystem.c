// SPDX-License-Identifier: Apache-2.0
// flags -DN=15
// check --algorithm=pop => safe: 4 executions
// check --algorithm=optimal => safe: 4 executions
// check --races=interleave => safe: 4 executions
// check --algorithm=source => safe: 4 executions
//
// filesystem(N): POP, Table 1; JACM, Table 3. N threads find a free block for
// their inode, under a lock for each inode and each block. Every thread beyond
// the 13th shares one block with another: 2^(N-13) classes.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 22
#endif

enum { BLOCKS = 26, INODES = 32, TRIES = 10 };
static pthread_mutex_t lock_inode[INODES], lock_block[BLOCKS];
static atomic_int inode[INODES], busy[BLOCKS];

static void find_block(int i) {
    int b = i * 2 % BLOCKS;
    for (int tries = 0; tries < TRIES; tries++) {
        pthread_mutex_lock(&lock_block[b]);
        if (!atomic_load(&busy[b])) {
            atomic_store(&busy[b], 1);
            atomic_store(&inode[i], b + 1);
            pthread_mutex_unlock(&lock_block[b]);
            break;
        }
        pthread_mutex_unlock(&lock_block[b]);
        b = (b + 1) % BLOCKS;
    }
}

static void *work(void *argument) {
    int i = (int)((intptr_t)argument % INODES);
    pthread_mutex_lock(&lock_inode[i]);
    if (atomic_load(&inode[i]) == 0)
        find_block(i);
    pthread_mutex_unlock(&lock_inode[i]);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&lock_inode[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&lock_block[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
