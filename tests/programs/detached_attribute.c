// SPDX-License-Identifier: Apache-2.0
// check => unsafe: api-misuse at detached_attribute.c:19 after 1 executions
// check --algorithm=source => unsafe: api-misuse at detached_attribute.c:19 after 1 executions
// check --races=interleave => unsafe: api-misuse at detached_attribute.c:19 after 1 executions
// A thread that was created detached cannot be joined.
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, NULL);
    return 0;
}
