// SPDX-License-Identifier: Apache-2.0
// A cycle that can be entered at two places has a bound as well.
// check --unroll=3 => safe: 1 executions
// check --unroll=2 => incomplete: loop bound at loop_unroll_irregular.c:16 after 1 executions

#include <stdatomic.h>

static atomic_int x;
int main(int argc, char **argv) {
    int i = 3;
    if (argc > 5)
        goto inside;
again:
    i--;
inside:
    x++;
    if (i > 0)
        goto again;
    return argv[0] == 0;
}
