// SPDX-License-Identifier: Apache-2.0
// Calls at which other threads may run, in instrumented code.

#ifndef MAZURKA_CC_INSTRUMENT_SCHEDULING_POINTS_H
#define MAZURKA_CC_INSTRUMENT_SCHEDULING_POINTS_H

#include "cc/ir/unit.h"

// Whom a call may reach, as far as other threads may run meanwhile.
enum reach {
    REACHES_NOBODY,
    REACHES_PROGRAM, // a function that tells for itself
    REACHES_RUNTIME, // a function that does not
};

struct scheduling_points {
    struct unit *unit;
    VEC(LLVMValueRef) functions; // of this unit, in which other threads may run
};

void scheduling_points_open(struct scheduling_points *points,
                            struct unit *unit);
void scheduling_points_close(struct scheduling_points *points);
enum reach scheduling_points_reach(const struct scheduling_points *points,
                                   LLVMValueRef call);

#endif
