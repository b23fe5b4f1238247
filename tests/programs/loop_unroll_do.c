// SPDX-License-Identifier: Apache-2.0
// A do-loop of three rounds, without and with an operation, and a cycle that
// can be entered at two places.
// check --unroll=3 => safe: 1 executions
// check --unroll=2 => incomplete: loop bound at loop_unroll_do.c:13 after 1 executions

#include <stdatomic.h>

static atomic_int x;
int main(int argc, char **argv) {
    int i = 0;
    do
        i++;
    while (i < (argv[0] ? 3 : 2));
    i = 0;
    do
        x++;
    while (++i < 3);
    if (argc > 5)
        goto inside;
again:
    i--;
inside:
    x++;
    if (i > 0)
        goto again;
    return x == 0;
}
