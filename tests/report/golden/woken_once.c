// SPDX-License-Identifier: Apache-2.0
// Who is woken does not look again.

#include <assert.h>
#include <pthread.h>
enum { SIZE = 1 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int used;
static void *producer(void *x) {
    (void)x;
    pthread_mutex_lock(&m);
    if (used == SIZE)
        pthread_cond_wait(&c, &m);
    used++;
    assert(used <= SIZE);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
static void *consumer(void *x) {
    (void)x;
    pthread_mutex_lock(&m);
    if (used == 0)
        pthread_cond_wait(&c, &m);
    used--;
    assert(used >= 0);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, consumer, 0);
    pthread_create(&t[1], 0, consumer, 0);
    pthread_create(&t[2], 0, producer, 0);
    pthread_create(&t[3], 0, producer, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
