// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at join_each_other.c:16 after N executions
// check --algorithm=source => unsafe: deadlock at join_each_other.c:16 after N executions
// says deadlock
// The thread joins main, main joins the thread: a cycle.
#include <pthread.h>

static void *work(void *main_thread) {
    pthread_join(*(pthread_t *)main_thread, NULL);
    return NULL;
}

int main(void) {
    pthread_t self = pthread_self(), thread;
    pthread_create(&thread, NULL, work, &self);
    pthread_join(thread, NULL);
    return 0;
}
