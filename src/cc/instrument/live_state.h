// SPDX-License-Identifier: Apache-2.0
// Programs that can tell their state, for searches that never explore a state
// twice: before every call at which other threads may run, the runtime is told
// where the function is and which values it may still look at.
//
//   base = __mz_enter();                 at the function's entry
//   __mz_live(base, place, i, p);        before lock(m): i and p are live after
//   lock(m);
//
// What a call passes to one of the program's own functions is that function's
// affair; what it passes to the runtime is told, since that may look at it at
// any time. Where liveness cannot be known (after setjmp, with a va_list), that
// is said instead.
//
// It works on instrumented code, before optimisation: whatever optimisers keep
// in registers is made of the values that are live there.

#ifndef MAZURKA_CC_INSTRUMENT_LIVE_STATE_H
#define MAZURKA_CC_INSTRUMENT_LIVE_STATE_H

#include "cc/ir/unit.h"

void live_state_report(struct unit *unit);
// Mark the object file as one that cannot tell its state.
void live_state_deny(struct unit *unit);

#endif
