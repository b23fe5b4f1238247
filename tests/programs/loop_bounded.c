// SPDX-License-Identifier: Apache-2.0
// A loop that counts is not left out: it sees the flag at once, in its second
// round, or not at all.
// check => safe: 3 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *writer(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    for (int i = 0; i < 2 && !flag; i++)
        ;
    pthread_join(thread, NULL);
}
