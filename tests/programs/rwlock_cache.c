// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --races=interleave => safe: 4 executions
// A writer and two readers: each reader comes before or after the writer: 2^2.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static struct { int key, value; } cache = {1, 10};

static void *look_up(void *unused) {
    pthread_rwlock_rdlock(&lock);
    assert(cache.value == 10 * cache.key);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *update(void *unused) {
    pthread_rwlock_wrlock(&lock);
    cache.key = 2;
    cache.value = 20;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    pthread_rwlock_init(&lock, NULL);
    pthread_create(&thread[0], NULL, look_up, NULL);
    pthread_create(&thread[1], NULL, update, NULL);
    pthread_create(&thread[2], NULL, look_up, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    pthread_rwlock_destroy(&lock);
    return 0;
}
