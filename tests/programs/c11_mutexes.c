// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// A recursive mutex of main alone, and one that a thread tries while main holds
// it or not: before, inside or after, 3.
#include <assert.h>
#include <threads.h>

static mtx_t plain, recursive;

static int work(void *unused) {
    (void)unused;
    int result = mtx_trylock(&plain);
    assert(result == thrd_success || result == thrd_busy);
    if (result == thrd_success)
        mtx_unlock(&plain);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_trylock(&recursive) == thrd_success);
    for (int i = 0; i < 3; i++)
        assert(mtx_unlock(&recursive) == thrd_success);
    thrd_create(&thread, work, NULL);
    mtx_lock(&plain);
    mtx_unlock(&plain);
    thrd_join(thread, NULL);
    return 0;
}
