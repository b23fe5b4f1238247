// SPDX-License-Identifier: Apache-2.0
// check => not checked: calls pthread_cancel() at cancel.c:16, which is not supported
// check --algorithm=source => not checked: calls pthread_cancel() at cancel.c:16, which is not supported
// Cancellation is not modelled.
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused) {
    pause();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
