// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// The older builtins: two ordered additions, the rest is main's own.
#include <assert.h>
#include <pthread.h>

static int shared, lock;

static void *work(void *unused) {
    assert(__sync_fetch_and_add(&shared, 2) <= 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__sync_val_compare_and_swap(&shared, 4, 5) == 4);
    assert(__sync_bool_compare_and_swap(&shared, 5, 6));
    assert(__sync_lock_test_and_set(&lock, 1) == 0);
    __sync_synchronize();
    __sync_lock_release(&lock);
    assert(lock == 0 && __sync_sub_and_fetch(&shared, 6) == 0);
    assert(__sync_or_and_fetch(&shared, 3) == 3);
    return 0;
}
