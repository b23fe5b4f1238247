// SPDX-License-Identifier: Apache-2.0
// Compiling one source: clang reads it, the passes of pipeline.h do the rest.

#ifndef MAZURKA_CC_DRIVER_COMPILE_H
#define MAZURKA_CC_DRIVER_COMPILE_H

#include "cc/driver/arguments.h"
#include "cc/pipeline.h"

struct compile_request {
    const struct arguments *arguments;
    const char *clang;
    const struct arguments_input *input;
    const char *object;  // the file to write
    struct text *errors; // NULL: our own standard error
};

// Returns clang's status, or that of the passes.
int compile_source(const struct compile_request *request);

// What the arguments ask for.
enum pipeline_form compile_form(const struct arguments *arguments);
// `dir/name.c` with another suffix, to be freed; without its directory unless
// kept.
char *compile_name(const char *path, const char *suffix, bool keep);

#endif
