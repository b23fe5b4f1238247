// SPDX-License-Identifier: Apache-2.0
// A spin lock that is taken twice.
// check => unsafe: livelock at loop_never_unlocked.c:11 after 1 executions
// says waits until held != 1, and it is 1

#include <stdatomic.h>

static atomic_int held;

static void take(void) {
    while (atomic_exchange(&held, 1))
        ;
}

int main(void) {
    take();
    take();
}
