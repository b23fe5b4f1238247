// SPDX-License-Identifier: Apache-2.0
// The C expression behind an address: from the instructions that compute it
// and the debug information's names and types.
//
// This reads unpromoted code, where each use of a local variable is still a
// load of it: afterwards their names are gone.

#ifndef MAZURKA_CC_NAMES_ACCESS_EXPRESSION_H
#define MAZURKA_CC_NAMES_ACCESS_EXPRESSION_H

#include "cc/names/debug.h"

struct access_expression {
    struct text text;     // empty if nothing at all is known
    bool complete;        // every part of it is certain
    LLVMMetadataRef type; // of what is accessed; NULL: not known
    bool open;            // but a member may follow: of a union, a bit-field
};

// What `size` bytes at this address are called; size 0: the whole object.
struct access_expression
access_expression_of(struct unit *unit, const struct debug_locals *variables,
                     LLVMValueRef address, uint64_t size);

#endif
