// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --goto=replay => safe: 2 executions
// Globals of all kinds are as at the start in every execution: 2! orders.
#include <assert.h>
#include <pthread.h>

int common;
int initialised = 5;
static int array[1000];
static const char *text = "before";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    static int calls;
    pthread_mutex_lock(&mutex);
    calls++;
    common++;
    initialised++;
    array[999]++;
    text = "after";
    assert(calls <= 2 && common == calls && initialised == 5 + calls);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    assert(text[0] == 'b' && common == 0);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(common == 2 && array[999] == 2 && text[0] == 'a');
    return 0;
}
