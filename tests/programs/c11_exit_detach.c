// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// thrd_exit gives the result; a detached thread need not be joined. The flag
// is read before or after its store: 2.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int done;

static int leave(void *unused) {
    (void)unused;
    thrd_exit(7);
}

static int alone(void *unused) {
    (void)unused;
    thrd_detach(thrd_current());
    atomic_store(&done, 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    int result;
    thrd_create(&a, leave, NULL);
    thrd_create(&b, alone, NULL);
    assert(thrd_join(a, &result) == thrd_success && result == 7);
    return atomic_load(&done) > 1;
}
