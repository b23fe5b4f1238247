// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// call_once by two threads: 2 who are first. The values of the key are each thread's own.
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static _Thread_local int destroyed;

static void destroy(void *value) {
    destroyed += *(int *)value;
    assert(destroyed == 5);
}

static void make_key(void) {
    assert(tss_create(&key, destroy) == thrd_success);
}

static int work(void *unused) {
    (void)unused;
    static int five = 5;
    call_once(&flag, make_key);
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &five) == thrd_success);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    tss_delete(key);
    return 0;
}
