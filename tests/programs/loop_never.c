// SPDX-License-Identifier: Apache-2.0
// Nobody ever writes what is waited for.
// check => unsafe: livelock at loop_never.c:20 after 1 executions
// says waits until flag == 2, and it is 1

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *writer(void *unused) {
    atomic_store(&flag, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    // Only 2 would do.
    while (atomic_load(&flag) != 2)
        ;
    pthread_join(thread, NULL);
}
