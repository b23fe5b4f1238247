// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at cond_if.c:17 after N executions
// check --algorithm=source => unsafe: assertion at cond_if.c:17 after N executions
// check --races=interleave => unsafe: assertion at cond_if.c:17 after N executions
// Two are woken for one item, and `if` does not look again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
    pthread_mutex_lock(&mutex);
    if (items == 0)
        pthread_cond_wait(&changed, &mutex);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_mutex_lock(&mutex);
    items = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
