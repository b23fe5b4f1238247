// SPDX-License-Identifier: Apache-2.0
// From bitcode to object code: the order of the passes.

#ifndef MAZURKA_CC_PIPELINE_H
#define MAZURKA_CC_PIPELINE_H

#include "cc/ir/unit.h"

enum pipeline_form {
    PIPELINE_OBJECT,
    PIPELINE_ASSEMBLY,
    PIPELINE_BITCODE, // what -emit-llvm asks for, instrumented
    PIPELINE_IR,      // the same as text
    PIPELINE_LOOPS,   // what becomes of the loops, as text
};

struct pipeline_request {
    const char *bitcode; // of one module, as clang makes it
    size_t size;
    const char *name;   // of the source, for messages
    const char *output; // file to write; "-" is standard output
    enum pipeline_form form;
    struct unit_options options;
};

// True if the output was written; else one message went to standard error.
bool pipeline_run(const struct pipeline_request *request);

#endif
