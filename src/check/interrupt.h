// SPDX-License-Identifier: Apache-2.0
// The wish to stop: the tool's only mutable global variables, as a signal
// handler needs them.

#ifndef MAZURKA_CHECK_INTERRUPT_H
#define MAZURKA_CHECK_INTERRUPT_H

#include <signal.h>

// The signals that ask for the verdict so far.
void interrupt_signals(sigset_t *set);
// What is to be done with them from now on.
void interrupt_handle(void (*handler)(int));
// They are noted. A reader that goes away is an error of writing, no signal.
void interrupt_install(void);

// Set, to the limit that was met, when the search is to stop.
const volatile sig_atomic_t *interrupt_flag(void);
// How often such signals have come, at different times: more than once is
// impatience.
unsigned interrupt_count(void);

// Stop as if a signal had come.
void interrupt_now(void);

#endif
