// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// mz_choose tries every value: 2 * 3.
#include <assert.h>
#include <mazurka.h>

int main(void) {
    int a = mz_choose(2), b = mz_choose(3);
    assert(a >= 0 && a < 2 && b >= 0 && b < 3);
    return 0;
}
