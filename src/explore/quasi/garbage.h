// SPDX-License-Identifier: Apache-2.0
// U := U ∩ Q(C, D) [QPOR, Algorithm 1, line 13]: events that are of no use any
// more are forgotten.
//
// Of use are what is in the execution or disabled, what is in immediate
// conflict with these, and the histories of all these. More than that: what
// takes the place of an event can happen after what comes before it. When the
// execution has changed there the event is taken back, or enabled again, and
// will be met again with all that it excludes.

#ifndef MAZURKA_EXPLORE_QUASI_GARBAGE_H
#define MAZURKA_EXPLORE_QUASI_GARBAGE_H

#include "explore/quasi/configuration.h"
#include "explore/quasi/disabled.h"

struct garbage {
    bool frugal;          // always look for it, not only when it may pay
    size_t enough;        // with fewer events than these, it does not
    struct rivals rivals; // scratch
    event_list renamed;   // scratch
};

// Events get other numbers; those of the execution, the disabled ones and those
// of `plan` are followed.
void garbage_collect(struct garbage *garbage, struct configuration *c,
                     struct disabled *disabled, event_list *plan);
void garbage_free(struct garbage *garbage);

#endif
