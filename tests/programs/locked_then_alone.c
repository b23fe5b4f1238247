// SPDX-License-Identifier: Apache-2.0
// check => safe: 12 executions
// check --algorithm=source => safe: 12 executions
// check --algorithm=pop => safe: 12 executions
// Under the lock while there are others, without it when all are joined, and
// so again with others after that.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *add(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *nested(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(unused);
    pthread_join(t, NULL);
    return unused;
}

static void round_of(void *(*first)(void *), void *(*second)(void *)) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void) {
    x = 1;
    round_of(nested, add);
    assert(x == 4);
    x = 10;
    round_of(add, add);
    assert(x == 12);
    return 0;
}
