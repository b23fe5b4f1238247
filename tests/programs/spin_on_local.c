// SPDX-License-Identifier: Apache-2.0
// A loop that goes round for ever by what its thread has read once is a thread
// that goes no further, not a step without an end.
// check --races=interleave => unsafe: no-progress at spin_on_local.c:16 after N executions
// check --races=interleave --no-check=no-progress => safe: 2 executions, 1 blocked
// check --races=interleave --no-check=no-progress --algorithm=source => safe: N executions, 1 blocked
#include <pthread.h>
#include <stddef.h>

static int flag, done;

static void *work(void *unused) {
    int seen = flag;
    int other = seen + 1;
    flag = 3;
    while (seen >= 3)
        ;
    done = other;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    flag = 3;
    pthread_join(thread, NULL);
    return 0;
}
