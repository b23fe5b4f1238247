// SPDX-License-Identifier: Apache-2.0
// flags -L$LIBRARY -loutside
// check => incomplete: calls outside of control (*outside_adds*) after 1 executions
// json verdict=incomplete
// json complete=false
// What was called and is not under control has its place in the JSON as well.
#include "outside/outside.h"

int main(void) {
    return outside_adds(1, -1);
}
