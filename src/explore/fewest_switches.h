// SPDX-License-Identifier: Apache-2.0
// The same finding with the fewest changes of threads: by a search over all
// schedules with 0, 1, 2, … of them.
//
// Two schedules that are one trace (Mazurkiewicz) lead to the same state, so
// that what follows is looked at once for each class, thread that goes on and
// number of changes that are left. When the first schedule is found, all those
// with fewer changes have been tried: it is *proved* to have the fewest, unless
// something was left out (time, very long executions).

#ifndef MAZURKA_EXPLORE_FEWEST_SWITCHES_H
#define MAZURKA_EXPLORE_FEWEST_SWITCHES_H

#include "explore/search.h"

// In words, for a thread that waits for ever: as the search has it.
typedef void waits_message(const struct trace *trace, struct mishap *mishap);

// Replace the finding's schedule by one with fewer changes of threads, which
// ends in the same thread at the same place, if there is one that is found in
// time; `fewest` says if it is proved that there are none with fewer. The
// machine hides nothing, and can go back.
void finding_fewest_switches(struct machine *machine, struct finding *finding,
                             waits_message *waits, double seconds,
                             const volatile sig_atomic_t *stop);

#endif
