// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => incomplete: no execution satisfies the assumptions after 0 executions, 1 blocked
// check --algorithm=source => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=optimal => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=quasi => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=classic => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// check --algorithm=all => incomplete: no execution satisfies the assumptions after 0 executions, N blocked
// No execution is wanted: nothing has been checked.
#include <mazurka.h>

int main(void) {
    mz_assume(0);
    return 0;
}
