// SPDX-License-Identifier: Apache-2.0
// Alternatives [QPOR, Sections 4 and 5]: what to run next so that nothing is
// explored twice.
//
// After a configuration C, the events that sleep (each could happen now, and
// all executions with it are explored) must not happen first. An *alternative*
// is a set J of events, conflict-free with C and with itself, that excludes
// each of them by a rival. It is found in a *comb*: a spike for each sleeping
// event d, made of the known rivals of d that can still happen,
//
//     spike of d1:   u1  u2  u3       one from each spike, no two of them in
//     spike of d2:   u4               conflict:  J = [u2] ∪ [u4] ∪ [u6]
//     spike of d3:   u5  u6
//
// A k-partial alternative answers k sleeping events only, always with the one
// that fell asleep last among them; the others may be stumbled over. When all
// are answered the search is exact, and finding J is NP-complete.
//
// Of the rivals only those in immediate conflict with d matter: a later one
// has such a rival in its history. A spike that is empty means that there is
// no alternative, for every k. Spikes are built as far as the search needs
// them: building them costs more than searching them.
//
// Invariant, of J when it is found: no two events of it and C are in conflict,
// and it has a rival of each sleeping event that is to be answered.

#ifndef MAZURKA_EXPLORE_QUASI_ALTERNATIVES_H
#define MAZURKA_EXPLORE_QUASI_ALTERNATIVES_H

#include "explore/quasi/configuration.h"
#include "explore/quasi/disabled.h"

struct comb_spike {
    uint32_t sleeper;
    struct rivals rivals; // not looked at yet
    event_list events;    // those that can still happen
    size_t next;          // to be tried
    size_t added;         // how many events J had before
    bool answered;        // J excludes the sleeper already
    uint32_t chosen;      // if not: the event that does
};

struct comb {
    struct configuration *configuration;
    struct comb_spike *spikes;
    uint32_t room;
    uint32_t begun;                 // how many spikes have been
    const struct disabled_event *sleepers; // during a search: all of them
    uint32_t sleeper_count;
    event_list last;  // of each thread: its last event in C ∪ J
    event_list added; // J without C; after a success in causal order
    event_list more;  // scratch
};

// A k-partial alternative (0: for all) to the disabled events, the one that
// was added last being the last. True: it is in `added`. What turns out to be
// of no use as long as the execution starts as it does is parked.
bool comb_search(struct comb *comb, const struct disabled_event *sleepers,
                 uint32_t count, uint32_t k);
void comb_free(struct comb *comb);
// Debug: does the invariant hold for J, which answers so many?
bool comb_is_sound(const struct comb *comb, uint32_t answered);

#endif
