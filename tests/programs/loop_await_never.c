// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => unsafe: livelock at loop_await_never.c:13 after 1 executions
// says waits until x > 1, and it is 0

#include <mazurka.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    // Nobody else is there.
    mz_await(atomic_load(&x) > 1);
}
