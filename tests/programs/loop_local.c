// SPDX-License-Identifier: Apache-2.0
// What is waited for is a local variable of another thread.
// check => safe: 1 executions

#include <pthread.h>
#include <stdatomic.h>

static void *writer(void *flag) {
    atomic_store((atomic_int *)flag, 1);
    return NULL;
}

int main(void) {
    atomic_int flag = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, writer, &flag);
    while (!atomic_load(&flag))
        ;
    pthread_join(thread, NULL);
}
