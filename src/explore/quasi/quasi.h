// SPDX-License-Identifier: Apache-2.0
// Quasi-optimal exploration of the unfolding [QPOR, Algorithm 1].
//
// The execution is a configuration of the unfolding. When it is over, its
// conflicting extensions are added to the events that are known, and events are
// taken back from its end, one by one. An event e that is taken back is
// *disabled* (disabled.h): all executions that have it here are explored. If
// there is an alternative to all that is (alternatives.h), that runs next:
//
//     C ── e ── …                 explored
//      ╲
//       ╰─ J ── anything but what is disabled ── …
//
// With k = 0 alternatives answer all that is disabled: each class of executions
// is explored once, and none is ever cut short. With k > 0 they answer k of
// them, the last one always: found in polynomial time, but an execution may run
// into a state in which all that could happen is disabled.

#ifndef MAZURKA_EXPLORE_QUASI_QUASI_H
#define MAZURKA_EXPLORE_QUASI_QUASI_H

#include "explore/explorer.h"

// explorer_quasi, which looks for garbage after every execution: for tests,
// whose unfoldings are too small for it to pay.
struct explorer *explorer_quasi_frugal(struct trace *trace, uint32_t k);

#endif
