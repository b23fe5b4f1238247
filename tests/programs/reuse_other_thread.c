// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => safe: 1 executions
// check --reuse=on => safe: 4 executions
// check --reuse=on --algorithm=source => safe: 4 executions
// check --reuse=on --algorithm=all => safe: N executions
// One thread frees; the other allocates after it, a new block or the same, or
// before it, and frees before or after it. No race: that it was freed comes before its next life.
#include <pthread.h>
#include <stdlib.h>

static void *take(void *unused) {
    char *block = malloc(24);
    block[0] = 1;
    free(block);
    return unused;
}

int main(void) {
    pthread_t thread;
    char *block = malloc(24);
    pthread_create(&thread, NULL, take, NULL);
    block[0] = 2;
    free(block);
    pthread_join(thread, NULL);
    return 0;
}
