// SPDX-License-Identifier: Apache-2.0
// Functions whose name means something: main, which the runtime calls as
// __mz_main(argc, argv, envp), and __VERIFIER_atomic_*, whose body is one
// indivisible step.

#ifndef MAZURKA_CC_INSTRUMENT_ENTRY_H
#define MAZURKA_CC_INSTRUMENT_ENTRY_H

#include "cc/ir/unit.h"

void entry_rename_main(struct unit *unit);
void entry_make_atomic(struct unit *unit, LLVMValueRef function);

#endif
