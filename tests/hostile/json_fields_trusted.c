// SPDX-License-Identifier: Apache-2.0
// flags -L$LIBRARY -loutside
// check --trust=outside_adds => safe: 1 executions
// json trusted~outside_adds
// Who has taken responsibility for what.
#include "outside/outside.h"

int main(void) {
    return outside_adds(1, -1);
}
