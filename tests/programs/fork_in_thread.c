// SPDX-License-Identifier: Apache-2.0
// check => not checked: calls fork() at fork_in_thread.c:13, which is not supported
// check --algorithm=source => not checked: calls fork() at fork_in_thread.c:13, which is not supported
// Only one of two orders gets there; it is found all the same.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;

static void *work(void *unused) {
    if (atomic_load(&flag))
        fork();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    return 0;
}
