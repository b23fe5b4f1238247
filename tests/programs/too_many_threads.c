// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// More threads than there can be: pthread_create says so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread[1000];
    int count = 0, error = 0;
    while (count < 1000 && !(error = pthread_create(&thread[count], NULL, work, NULL)))
        count++;
    assert(count > 30 && (count == 1000 || error == EAGAIN));
    for (int i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
