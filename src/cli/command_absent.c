// SPDX-License-Identifier: Apache-2.0
// The commands for C programs: this version refuses them.

#include "cli/command.h"
#include "cli/refuse.h"

#define WAY_ROUND "models can be checked: 'mazurka help model'"

static int absent(const char *what) {
    return refuse(WAY_ROUND, "%s is not supported in this version", what);
}

int command_check(int count, char **arguments) {
    (void)count;
    (void)arguments;
    return absent("checking C programs");
}

int command_run(int count, char **arguments) {
    (void)count;
    (void)arguments;
    return absent("'mazurka run'");
}

int command_cc(int count, char **arguments) {
    (void)count;
    (void)arguments;
    return absent("'mazurka cc'");
}

int command_compare(int count, char **arguments) {
    (void)count;
    (void)arguments;
    return absent("'mazurka compare'");
}
