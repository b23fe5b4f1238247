// SPDX-License-Identifier: Apache-2.0
// check --races=ignore => unsafe: no-progress at no_progress_plain_flag.c:16 after 1 executions
// Waits for a plain flag: nobody else runs before the next visible operation.
#include <pthread.h>

static int stop;

static void *work(void *unused) {
    stop = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    while (!stop) continue;
    pthread_join(thread, NULL);
    return 0;
}
