// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => unsafe: livelock at loop_await_never.c:13 after 1 executions
// says waits: await x = 0, wanted > 1

#include <mazurka.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    // Nobody else is there.
    mz_await(atomic_load(&x) > 1);
}
