// SPDX-License-Identifier: Apache-2.0
// check => safe: 20 executions
// check --algorithm=source => safe: 20 executions
// prints first 0
// prints second 2
// prints the end
// 6!/(3! 3!) executions, but what they print appears once.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *name) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        fprintf(stdout, "%s %d\n", (char *)name, i);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, "first");
    pthread_create(&b, NULL, work, "second");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("the end");
    return 0;
}
