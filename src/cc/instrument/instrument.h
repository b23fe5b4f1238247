// SPDX-License-Identifier: Apache-2.0
// Instrumentation: every access that another thread could see is announced to
// the runtime, and everything else that the runtime has to know of
// (machine/hooks.h says what).
//
// None of it changes a function's control flow: an instruction is replaced by
// calls, never by branches.

#ifndef MAZURKA_CC_INSTRUMENT_INSTRUMENT_H
#define MAZURKA_CC_INSTRUMENT_INSTRUMENT_H

#include "cc/ir/unit.h"

// On the code as clang made it: note what each access is called in the source.
void instrument_describe(struct unit *unit);
// On the same code, after the promotion of locals.
void instrument(struct unit *unit);

#endif
