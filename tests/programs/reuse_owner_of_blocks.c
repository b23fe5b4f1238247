// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --reuse=on => safe: N executions
// check --reuse=on --algorithm=source => safe: N executions
// Blocks belong to who has allocated them, whichever number that thread had, and
// wherever they lie: here they are freed, and given out again, by others.
#include <pthread.h>
#include <stdlib.h>

static void *frees(void *block) {
    free(block);
    return malloc(8);
}

static void *works(void *block) {
    pthread_t thread;
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, frees, block);
        pthread_join(thread, &block);
    }
    return block;
}

int main(void) {
    pthread_t thread;
    void *block;
    pthread_create(&thread, NULL, works, malloc(8));
    pthread_join(thread, &block);
    free(block);
    return 0;
}
