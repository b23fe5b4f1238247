// SPDX-License-Identifier: Apache-2.0
// Thread-local variables: each becomes an ordinary variable in the section
// mz_tls that holds the initial image, and each use computes the address of
// the running thread's own copy.

#ifndef MAZURKA_CC_INSTRUMENT_THREAD_LOCALS_H
#define MAZURKA_CC_INSTRUMENT_THREAD_LOCALS_H

#include "cc/ir/unit.h"

void thread_locals_lower(struct unit *unit);

#endif
