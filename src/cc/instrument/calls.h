// SPDX-License-Identifier: Apache-2.0
// Calls: which library functions the runtime has a model of (library.def), and
// what happens to calls of all others.
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

#ifndef MAZURKA_CC_INSTRUMENT_CALLS_H
#define MAZURKA_CC_INSTRUMENT_CALLS_H

#include "cc/ir/unit.h"

enum calls_kind {
    CALLS_UNKNOWN,
    CALLS_PURE,
    CALLS_SYNC,
    CALLS_THREAD,
    CALLS_ATOMIC,
    CALLS_MEMORY,
    CALLS_STRING,
    CALLS_STDIO,
    CALLS_TIME,
    CALLS_PROCESS,
    CALLS_VERIFIER,
};

// The kind of a library function; its model's name goes to *model (without
// the prefix).
enum calls_kind calls_kind(struct unit *unit, const char *name,
                           const char **model);
// The model of a function that a program may define itself, in any of its
// files, and then means its own; NULL if there is none. (The blocks' hooks are
// not only called for the functions of their name.)
const char *calls_model(const char *name);

// Is the function defined by this module, in the sense of the program's own?
bool calls_is_defined(LLVMValueRef function);

// The mutex or the like that a call of the thread API acts on: its address, or
// NULL. Reports call it by the program's own words for it.
LLVMValueRef calls_object(struct unit *unit, LLVMValueRef call);

// Instrument a call that is neither an intrinsic nor inline assembly.
void calls_instrument(struct unit *unit, LLVMValueRef call);

// When all calls are done: let every remaining use of a modelled function mean
// its model, and say which functions this module defines.
void calls_rename(struct unit *unit);
void calls_define(struct unit *unit);

// No function that was instrumented, or that the runtime models, has an effect
// that its declaration could know: drop `pure`, `const` and their like.
void calls_distrust(struct unit *unit);

#endif
