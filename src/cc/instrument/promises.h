// SPDX-License-Identifier: Apache-2.0
// Attributes by which the front end promises what a function does not do:
// `pure`, `const` and their like. No function that was instrumented, or that
// the runtime models, keeps them.

#ifndef MAZURKA_CC_INSTRUMENT_PROMISES_H
#define MAZURKA_CC_INSTRUMENT_PROMISES_H

#include "cc/ir/unit.h"

void promises_drop(struct unit *unit);

#endif
