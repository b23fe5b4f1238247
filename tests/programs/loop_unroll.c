// SPDX-License-Identifier: Apache-2.0
// How often a loop's head is reached: its rounds, and once more to see that it
// is over; of a do-loop only its rounds. The count starts again at each entry.
// check => safe: 1 executions
// check --unroll=4 => safe: 1 executions
// check --unroll=3 => incomplete: loop bound at loop_unroll.c:14 after 1 executions
// check --unroll=2 => incomplete: loop bound at loop_unroll.c:21 after 1 executions

#include <stdatomic.h>

static atomic_int x;
static void nested(void) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            x++;
}

static void thrice(void) {
    int i = 0;
    do
        x++;
    while (++i < 3);
}

int main(void) {
    thrice();
    nested();
    return x != 12;
}
