// SPDX-License-Identifier: Apache-2.0
// Functions that run before main, and after it (__attribute__((constructor)),
// ((destructor))): they are part of every execution, not of loading the
// program. Each module lists its own in the section mz_constructors, by
// priority; the module that defines main calls the lists of all, in the order
// in which they were linked. Destructors are handed to atexit() that way.

#ifndef MAZURKA_CC_INSTRUMENT_CONSTRUCTORS_H
#define MAZURKA_CC_INSTRUMENT_CONSTRUCTORS_H

#include "cc/ir/unit.h"

// Before library functions are renamed: this calls atexit().
void constructors_list(struct unit *unit);
// Build the calls of all that are listed, at the end of the function's entry
// block; the builder is left standing behind them. As the C library does, they
// get what the function gets: main's arguments.
void constructors_call(struct unit *unit, LLVMValueRef function);

#endif
