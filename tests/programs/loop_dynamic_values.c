// SPDX-License-Identifier: Apache-2.0
// A loop that only looks, and goes on with what it saw.
// check --dynamic-loops=on => safe: 1 executions
// check --dynamic-loops=on --algorithm=source => safe: 1 executions

#include <assert.h>
#include <stdatomic.h>

static atomic_int next[4] = {2, 3, 1, 0};

int main(void) {
    int at = next[0], hops = 0;
    while (at) {
        at = next[at];
        if (at == 1)
            hops++;
    }
    assert(hops == 1);
}
