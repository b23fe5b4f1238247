// SPDX-License-Identifier: Apache-2.0
// check --timeout=1 => incomplete: time limit after 0 executions
// says stopped in the middle of a step: main was at endless_allocation.c:
// One step that never ends: the clock is obeyed all the same.
#include <stdlib.h>

int main(void) {
    for (;;)
        free(malloc(1));
}
