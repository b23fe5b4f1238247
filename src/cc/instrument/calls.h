// SPDX-License-Identifier: Apache-2.0
// Calls of functions.
//
// A function without a body in this module is
//   - modelled: every use of it, calls and addresses, becomes __mz_NAME, and
//     each call leaves its place in __mz_at first;
//   - pure: left alone;
//   - unknown: __mz_external is called first, unless it turns out at link time
//     that another instrumented module defines it. Each instrumented module
//     defines a symbol __mz_defines_F beside each global function F; a caller
//     tests a weak reference to that symbol. So neither headers nor names have
//     to be guessed about: what is instrumented is what was compiled by us.
// A call through a pointer comes to one of our own functions, which are all in
// one section, or is looked at by __mz_indirect.

#ifndef MAZURKA_CC_INSTRUMENT_CALLS_H
#define MAZURKA_CC_INSTRUMENT_CALLS_H

#include "cc/ir/unit.h"

// Instrument a call that is neither an intrinsic nor inline assembly.
void calls_instrument(struct unit *unit, LLVMValueRef call);

// When all calls are done: let every remaining use of a modelled function mean
// its model, and say which functions this module defines.
void calls_rename(struct unit *unit);
void calls_define(struct unit *unit);
// Last of all: where this module's functions are, and to which others pointers
// may lead.
void calls_list(struct unit *unit);

#endif
