// SPDX-License-Identifier: Apache-2.0
// A command that this version refuses.

#include "cli/command.h"
#include "cli/refuse.h"

int command_compare(int count, char **arguments) {
    (void)count;
    (void)arguments;
    return refuse("'mazurka check --algorithm=NAME' runs one at a time",
                  "'mazurka compare' is not supported in this version");
}
