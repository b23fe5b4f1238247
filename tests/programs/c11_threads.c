// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// threads.h: two threads lock once each: 2! orders.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int sum;

static int work(void *argument) {
    int n = *(int *)argument;
    mtx_lock(&mutex);
    sum += n;
    mtx_unlock(&mutex);
    thrd_yield();
    return n + 1;
}

int main(void) {
    thrd_t a, b;
    int one = 1, two = 2, result_a, result_b;
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(thrd_create(&a, work, &one) == thrd_success);
    assert(thrd_create(&b, work, &two) == thrd_success);
    assert(!thrd_equal(a, b) && !thrd_equal(a, thrd_current()));
    assert(thrd_join(a, &result_a) == thrd_success);
    assert(thrd_join(b, &result_b) == thrd_success);
    assert(sum == 3 && result_a == 2 && result_b == 3);
    mtx_destroy(&mutex);
    return 0;
}
