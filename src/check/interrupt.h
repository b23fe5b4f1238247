// SPDX-License-Identifier: Apache-2.0
// The wish to stop: the one mutable global variable of the tool, as a signal
// handler needs one.

#ifndef MAZURKA_CHECK_INTERRUPT_H
#define MAZURKA_CHECK_INTERRUPT_H

#include <signal.h>

// By this signal one process of ours asks another to stop. Who does not know it
// ignores it, and it can be sent again and again.
enum { INTERRUPT_REQUEST = SIGURG };

// From now on SIGINT and SIGTERM ask for the verdict so far; a second signal
// ends the process. A reader that goes away is an error of writing, no signal.
void interrupt_install(void);

// Set when the search is to stop.
const volatile sig_atomic_t *interrupt_flag(void);

// Stop as if a signal had come.
void interrupt_now(void);

#endif
