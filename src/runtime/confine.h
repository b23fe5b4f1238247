// SPDX-License-Identifier: Apache-2.0
// What the process of the program under test cannot do, whatever code it runs:
// the kernel refuses it.

#ifndef MAZURKA_RUNTIME_CONFINE_H
#define MAZURKA_RUNTIME_CONFINE_H

#include <sys/types.h>

// From now on signals of this process reach nobody but itself: sending them is
// an error, EPERM. The supervisor can still be told that there is news (SIGURG).
// Where the kernel has no such filters, nothing changes.
void confine_signals(pid_t supervisor);

#endif
