// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_local.c:9 after 1 executions
// check --algorithm=source => unsafe: data-race at race_local.c:9 after 1 executions
// check --races=interleave => safe: 2 executions
// A local variable of main, shared by its address.
#include <pthread.h>

static void *work(void *place) {
    *(int *)place = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int local = 0;
    pthread_create(&a, NULL, work, &local);
    pthread_create(&b, NULL, work, &local);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return local - 1;
}
