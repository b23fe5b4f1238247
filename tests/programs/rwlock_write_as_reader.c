// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at rwlock_write_as_reader.c:15 after 1 executions
// check --algorithm=source => unsafe: data-race at rwlock_write_as_reader.c:15 after 1 executions
// check --races=interleave => safe: 4 executions
// check --races=ignore => safe: 1 executions
// Who only has a reader's lock must not write. Each access a step: two times
// read and write, one wholly before the other, or both read first: 2 + 2.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
