// SPDX-License-Identifier: Apache-2.0
// check => unsafe: api-misuse at join_twice.c:15 after 1 executions
// check --algorithm=source => unsafe: api-misuse at join_twice.c:15 after 1 executions
// The second join is of a thread that no longer exists.
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL);
    return 0;
}
