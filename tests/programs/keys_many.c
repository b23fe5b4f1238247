// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// As many keys as the system has, and an error number where it gives one. What
// a thread had in one of them is another's no more.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t keys[PTHREAD_KEYS_MAX + 1];
static int count, error;
static atomic_int order;

static void *work(void *name) {
    pthread_key_t last = keys[count - 1];
    assert(pthread_getspecific(last) == NULL);
    pthread_setspecific(last, name);
    order = 1;
    assert(pthread_getspecific(last) == name);
    return NULL;
}

int main(void) {
    while (count <= PTHREAD_KEYS_MAX &&
           !(error = pthread_key_create(&keys[count], NULL)))
        count++;
    assert(count > 1000 && error == EAGAIN);
    pthread_t a, b;
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
