// SPDX-License-Identifier: Apache-2.0
// The table of the program's global variables (struct mz_global), in the
// section mz_globals. A variable that several modules define in common has a
// row in each.

#ifndef MAZURKA_CC_INSTRUMENT_GLOBAL_TABLE_H
#define MAZURKA_CC_INSTRUMENT_GLOBAL_TABLE_H

#include "cc/ir/unit.h"

// Before anything else adds variables to the module.
void globals_list(struct unit *unit);

#endif
