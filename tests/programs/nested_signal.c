// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at nested_signal.c:51 after N executions
// check --algorithm=source => unsafe: assertion at nested_signal.c:51 after N executions
// check --algorithm=optimal => unsafe: assertion at nested_signal.c:51 after N executions
// check --algorithm=quasi => unsafe: assertion at nested_signal.c:51 after N executions
// Two threads create one each, which wait; whom the signal wakes is a choice,
// and names one of these threads in a schedule that another process replays.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long first;
static pthread_t leaves[2];
static long waiting, woken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER, ready = PTHREAD_COND_INITIALIZER;

static void *leaf(void *which) {
    pthread_mutex_lock(&mutex);
    if (++waiting == 2)
        pthread_cond_signal(&ready);
    pthread_cond_wait(&condition, &mutex);
    if (!woken)
        woken = (long)which + 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *branch(void *which) {
    long nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, (long)which + 1);
    pthread_create(&leaves[(long)which], NULL, leaf, which);
    pthread_join(leaves[(long)which], NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, branch, (void *)0);
    pthread_create(&b, NULL, branch, (void *)1);
    pthread_mutex_lock(&mutex);
    while (waiting < 2)
        pthread_cond_wait(&ready, &mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    // In the order in which the process that searches has not seen them first.
    int swapped = (leaves[0] < leaves[1]) != (first == 1);
    assert(!swapped || woken != first);
    return 0;
}
