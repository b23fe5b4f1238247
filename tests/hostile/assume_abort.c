// SPDX-License-Identifier: Apache-2.0
// check => unsafe: abort at FILE:N after 1 executions
// check --abort=assume => incomplete: no execution satisfies the assumptions after 0 executions, 1 blocked
// abort() as an assumption.
#include <stdlib.h>

int main(void) {
    abort();
}
