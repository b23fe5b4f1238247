// SPDX-License-Identifier: Apache-2.0
// check => unsafe: no-progress at no_progress.c:9 after 1 executions
// check --algorithm=source => unsafe: no-progress at no_progress.c:9 after 1 executions
// A loop that never ends and does nothing that anybody could see.
#include <pthread.h>

static void *work(void *unused) {
    unsigned n = 1;
    while (n) n = n * 3 | 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
