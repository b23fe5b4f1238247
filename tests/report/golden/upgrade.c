// SPDX-License-Identifier: Apache-2.0
// Two readers that both want to write.

#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cache = -1;
static int lookup(void) {
    pthread_rwlock_rdlock(&lock);
    if (cache < 0) {
        pthread_rwlock_wrlock(&lock);
        cache = 42;
        pthread_rwlock_unlock(&lock);
    }
    int v = cache;
    pthread_rwlock_unlock(&lock);
    return v;
}
static void *reader(void *x) {
    (void)x;
    lookup();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    lookup();
    pthread_join(t, 0);
    return 0;
}
