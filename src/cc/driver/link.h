// SPDX-License-Identifier: Apache-2.0
// Linking: with the runtime library, and with what it needs.

#ifndef MAZURKA_CC_DRIVER_LINK_H
#define MAZURKA_CC_DRIVER_LINK_H

#include "cc/driver/arguments.h"

struct link_request {
    const struct arguments *arguments;
    const char *clang;
    const char *output;
    // For each input of the arguments, the object that it was compiled to;
    // NULL where it is linked as it is.
    char *const *objects;
    struct text *errors; // NULL: our own standard error
};

// Returns the linker's status.
int link_program(const struct link_request *request);

#endif
