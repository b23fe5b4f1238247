// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --undo-memory=64K => safe: 6 executions
// Large blocks that live over steps, of which some are undone: what is in them
// comes back, whenever their pages are given back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 20 };
static atomic_int x;

static void check(const char *block, char value) {
    assert(block[0] == value && block[SIZE / 2] == value &&
           block[SIZE - 1] == value);
}

static void *work(void *name) {
    for (int i = 0; i < 2; i++) {
        char *block = malloc(SIZE), *before = malloc(SIZE);
        memset(block, 1, SIZE);
        memset(before, 2, SIZE);
        x = i;
        check(block, 1);
        check(before, 2);
        memset(block + SIZE / 4, 3, SIZE / 2);
        free(before);
        memset(block, 4, SIZE);
        check(block, 4);
        free(block);
    }
    return name;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
